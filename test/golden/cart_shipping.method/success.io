// The price is computed for the units at this time; later lines do not change it.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":3}]]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":62.5},{"title":"Shipping & Handling (Flat Rate - Fixed)","amount":10},{"title":"Tax","amount":5.16},{"title":"Grand Total","amount":77.66}],"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":62.5},{"title":"Shipping & Handling (Flat Rate - Fixed)","amount":25},{"title":"Tax","amount":5.16},{"title":"Grand Total","amount":92.66}],"id":8}
