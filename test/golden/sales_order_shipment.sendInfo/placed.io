// The customer gets a mail about a new shipment.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","status":1,"price":10,"weight":1,"website_ids":[1],"stock_data":{"qty":100,"is_in_stock":1}}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> POST /control/orders {"guest":{"email":"ada@shop.test"},"billing_address":{"firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Berlin","postcode":"10115","country_id":"DE","telephone":"030 123456"},"items":[{"sku":"mug","qty":3,"price":10}],"shipping_amount":5}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.create",["100000001"]]}
<< {"jsonrpc":"2.0","result":"100000001","id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.sendInfo",["100000001","Here they are."]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.sendInfo",["100000009"]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"shipment_not_exists","resource":"sales_order_shipment","parameter":"shipmentIncrementId"}},"id":4}
