// Missing parts, one at a time, in order.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Cart is empty (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please check shipping address information. Please enter the first name. Please enter the last name. Please enter the street. Please enter the city. Please enter the telephone number. Please enter the zip/postal code. Please enter the country (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"shipping","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please specify a shipping method (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please check billing address information. Please enter the first name. Please enter the last name. Please enter the street. Please enter the city. Please enter the telephone number. Please enter the zip/postal code. Please enter the country (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":9}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please select a valid payment method (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":10}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","cart_payment.method",[1,{"method":"checkmo"}]]}
<< {"jsonrpc":"2.0","result":true,"id":11}
>> {"jsonrpc":"2.0","id":12,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"register","firstname":"Emma","lastname":"J","email":"anna.becker@example.com","password":"secret123","password_confirmation":"secret123"}]]}
<< {"jsonrpc":"2.0","result":true,"id":12}
>> {"jsonrpc":"2.0","id":13,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"This customer email already exists (quoteId: 1)","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":13}
