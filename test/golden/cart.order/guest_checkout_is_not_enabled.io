// Guests cannot order downloadable products.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"guide-01"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"guest","firstname":"Ada","lastname":"King","email":"ada@example.com"}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_payment.method",[1,{"method":"checkmo"}]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1007,"message":"…","data":{"fault":"guest_checkout_is_not_enabled","resource":"cart","parameter":"quoteId"}},"id":6}
