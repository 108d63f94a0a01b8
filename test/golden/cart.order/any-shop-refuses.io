// Missing parts, one step after the other, in any shop; a refused step does not change the cart.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","status":1,"price":10,"weight":1,"website_ids":[1],"stock_data":{"qty":100,"is_in_stock":1}}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":null},{"title":"Grand Total","amount":null}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_shipping.list",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1061,"message":"…","data":{"fault":"shipping_address_is_not_set","resource":"cart_shipping","parameter":"quoteId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_payment.method",[1,{"method":"checkmo"}]]}
<< {"jsonrpc":"2.0","error":{"code":1073,"message":"…","data":{"fault":"shipping_address_is_not_set","resource":"cart_payment","parameter":"quoteId"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_coupon.remove",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1081,"message":"…","data":{"fault":"quote_is_empty","resource":"cart_coupon","parameter":"quoteId"}},"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please check shipping address information. Please enter the first name. Please enter the last name. Please enter the street. Please enter the city. Please enter the telephone number. Please enter the zip/postal code. Please enter the country (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","cart_customer.set",[1,{"firstname":"Ada"}]]}
<< {"jsonrpc":"2.0","error":{"code":1045,"message":"…","data":{"fault":"customer_mode_is_unknown","resource":"cart_customer","errors":[{"field":"customer.mode","message":"must be customer, guest or register"}]}},"id":9}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"guest","firstname":"Ada"}]]}
<< {"jsonrpc":"2.0","error":{"code":1044,"message":"…","data":{"fault":"customer_data_invalid","resource":"cart_customer","errors":[{"field":"customer.lastname","message":"…"},{"field":"customer.email","message":"…"}]}},"id":10}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1052,"message":"…","data":{"fault":"customer_address_invalid","resource":"cart_customer","errors":[{"field":"addresses[0].firstname","message":"…"},{"field":"addresses[0].lastname","message":"…"},{"field":"addresses[0].street","message":"…"},{"field":"addresses[0].city","message":"…"},{"field":"addresses[0].telephone","message":"…"},{"field":"addresses[0].postcode","message":"…"},{"field":"addresses[0].country_id","message":"…"},{"field":"addresses[0].region","message":"…"}]}},"id":11}
>> {"jsonrpc":"2.0","id":12,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"London","postcode":"N1","country_id":"GB","telephone":"020 123456"},{"mode":"shipping","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"London","postcode":"N1","country_id":"GB","telephone":"020 123456"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":12}
>> {"jsonrpc":"2.0","id":13,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please specify a shipping method (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":13}
>> {"jsonrpc":"2.0","id":14,"method":"call","params":["$session","cart_shipping.method",[1,"none_such"]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":14}
>> {"jsonrpc":"2.0","id":15,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","result":true,"id":15}
>> {"jsonrpc":"2.0","id":16,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Please select a valid payment method (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":16}
>> {"jsonrpc":"2.0","id":17,"method":"call","params":["$session","cart_payment.method",[1,{"method":"none_such"}]]}
<< {"jsonrpc":"2.0","error":{"code":1075,"message":"…","data":{"fault":"payment_method_is_not_set","resource":"cart_payment","parameter":"paymentData.method"}},"id":17}
>> {"jsonrpc":"2.0","id":18,"method":"call","params":["$session","cart_coupon.add",[1,"none such"]]}
<< {"jsonrpc":"2.0","error":{"code":1083,"message":"…","data":{"fault":"coupon_code_is_not_valid","resource":"cart_coupon","parameter":"couponCode"}},"id":18}
>> {"jsonrpc":"2.0","id":19,"method":"call","params":["$session","cart_product.remove",[1,[{"sku":"mug"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":19}
>> {"jsonrpc":"2.0","id":20,"method":"call","params":["$session","cart_product.list",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":20}
