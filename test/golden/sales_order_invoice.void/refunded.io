// An invoice that a refund needs cannot be voided.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","status":1,"price":10,"weight":1,"website_ids":[1],"stock_data":{"qty":100,"is_in_stock":1}}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> POST /control/orders {"guest":{"email":"ada@shop.test"},"billing_address":{"firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Berlin","postcode":"10115","country_id":"DE","telephone":"030 123456"},"items":[{"sku":"mug","qty":3,"price":10}],"shipping_amount":5,"payment_method":"test_authorize"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_invoice.create",["100000001",{"1":1}]]}
<< {"jsonrpc":"2.0","result":"100000001","id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_invoice.capture","100000001"]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_creditmemo.create",["100000001",{"shipping_amount":0}]]}
<< {"jsonrpc":"2.0","result":"100000001","id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_invoice.void","100000001"]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invoice_not_voidable","resource":"sales_order_invoice","parameter":"invoiceIncrementId"}},"id":5}
