// Not a code of the list; free shipping without a coupon; an empty cart; only a billing address.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate"]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_shipping.method",[1,""]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_shipping.method",[1,"freeshipping_freeshipping"]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":2,"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","cart_customer.addresses",[2,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":0}]]]}
<< {"jsonrpc":"2.0","result":true,"id":9}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","cart_product.add",[2,[{"sku":"mug-01"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":10}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","cart_shipping.method",[2,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","error":{"code":1062,"message":"…","data":{"fault":"shipping_method_is_not_available","resource":"cart_shipping","parameter":"method"}},"id":11}
