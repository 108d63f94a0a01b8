// Unknown, missing, and free with an amount to pay.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_payment.method",[1,{"method":"ccsave"}]]}
<< {"jsonrpc":"2.0","error":{"code":1075,"message":"The requested Payment Method is not available (paymentData.method: \"ccsave\").","data":{"fault":"payment_method_is_not_set","resource":"cart_payment","parameter":"paymentData.method"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_payment.method",[1,{"method":""}]]}
<< {"jsonrpc":"2.0","error":{"code":1075,"message":"…","data":{"fault":"payment_method_is_not_set","resource":"cart_payment","parameter":"paymentData.method"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_payment.method",[1,{"po_number":"1"}]]}
<< {"jsonrpc":"2.0","error":{"code":1075,"message":"…","data":{"fault":"payment_method_is_not_set","resource":"cart_payment","parameter":"paymentData.method"}},"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_payment.method",[1,{"method":"free"}]]}
<< {"jsonrpc":"2.0","error":{"code":1075,"message":"…","data":{"fault":"payment_method_is_not_set","resource":"cart_payment","parameter":"paymentData.method"}},"id":7}
