// A list, a map and an omitted argument
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.create",["100000001",[{"order_item_id":1,"qty":"1"}]]]}
<< {"jsonrpc":"2.0","result":"100000005","id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.create",["100000001",{"1":1}]]}
<< {"jsonrpc":"2.0","result":"100000006","id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.create",["100000001",null,""]]}
<< {"jsonrpc":"2.0","result":"100000007","id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.list",[{"order_id":1}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000005","shipment_id":10,"order_id":1,"order_increment_id":"100000001","created_at":"2025-06-01 12:00:00","total_qty":1,"store_id":1},{"increment_id":"100000006","shipment_id":11,"order_id":1,"order_increment_id":"100000001","created_at":"2025-06-01 12:00:00","total_qty":1,"store_id":1},{"increment_id":"100000007","shipment_id":12,"order_id":1,"order_increment_id":"100000001","created_at":"2025-06-01 12:00:00","total_qty":1,"store_id":1}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_shipment.create",["100000001"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":5}
