// Shipments by their own fields and by those of their order
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.list",[{"order_increment_id":"100000003"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000001","shipment_id":1,"order_id":3,"order_increment_id":"100000003","created_at":"2024-01-17 09:00:00","total_qty":3,"store_id":1}],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.list",[{"shipment_id":{"gt":4}}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"300000002","shipment_id":5,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-06 10:00:00","total_qty":3,"store_id":3},{"increment_id":"100000004","shipment_id":6,"order_id":19,"order_increment_id":"100000015","created_at":"2024-02-13 16:00:00","total_qty":12,"store_id":1}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.list",[{"created_at":{"from":"2024-02-05"},"store_id":3}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"300000001","shipment_id":4,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-05 10:00:00","total_qty":1,"store_id":3},{"increment_id":"300000002","shipment_id":5,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-06 10:00:00","total_qty":3,"store_id":3}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.list",[{"total_qty":{"lteq":2}}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000002","shipment_id":2,"order_id":4,"order_increment_id":"100000004","created_at":"2024-01-19 09:00:00","total_qty":2,"store_id":1},{"increment_id":"300000001","shipment_id":4,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-05 10:00:00","total_qty":1,"store_id":3}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_shipment.list",[{"order_id":17,"email_sent":0}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"300000001","shipment_id":4,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-05 10:00:00","total_qty":1,"store_id":3},{"increment_id":"300000002","shipment_id":5,"order_id":17,"order_increment_id":"300000002","created_at":"2024-02-06 10:00:00","total_qty":3,"store_id":3}],"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","order_shipment.list",{"increment_id":"100000004"}]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000004","shipment_id":6,"order_id":19,"order_increment_id":"100000015","created_at":"2024-02-13 16:00:00","total_qty":12,"store_id":1}],"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","sales_order_shipment.list",[{"order_id":1}]]}
<< {"jsonrpc":"2.0","result":[],"id":7}
