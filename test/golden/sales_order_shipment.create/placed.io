// A part, the rest, and nothing more.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","status":1,"price":10,"weight":1,"website_ids":[1],"stock_data":{"qty":100,"is_in_stock":1}}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> POST /control/orders {"guest":{"email":"ada@shop.test"},"billing_address":{"firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Berlin","postcode":"10115","country_id":"DE","telephone":"030 123456"},"items":[{"sku":"mug","qty":3,"price":10}],"shipping_amount":5}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.create",["100000001",{"1":1}]]}
<< {"jsonrpc":"2.0","result":"100000001","id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.create",["100000001",[{"order_item_id":1,"qty":2}]]]}
<< {"jsonrpc":"2.0","result":"100000002","id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.list",[{"order_increment_id":"100000001"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000001","shipment_id":1,"order_id":1,"order_increment_id":"100000001","created_at":"2025-06-01 12:00:00","total_qty":1,"store_id":1},{"increment_id":"100000002","shipment_id":2,"order_id":1,"order_increment_id":"100000001","created_at":"2025-06-01 12:00:00","total_qty":2,"store_id":1}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_shipment.create",["100000001"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":5}
