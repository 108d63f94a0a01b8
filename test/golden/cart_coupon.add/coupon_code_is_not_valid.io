// Unknown, which removes the previous one; expired; of another website; used up.
// @dataset sample
>> POST /control/coupons {"code":"TEN","percent":10}
<< 201
>> POST /control/coupons {"code":"OLD","percent":5,"to":"2025-05-31"}
<< 201
>> POST /control/coupons {"code":"OTHER","percent":5,"website":"second"}
<< 201
>> POST /control/coupons {"code":"ONCE","fixed":5,"uses":1}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"guest","firstname":"Ada","lastname":"King","email":"ada@example.com"}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_shipping.method",[1,"flatrate_flatrate"]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_payment.method",[1,{"method":"checkmo"}]]}
<< {"jsonrpc":"2.0","result":true,"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_coupon.add",[1,"TEN"]]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cart_coupon.add",[1,"nope"]]}
<< {"jsonrpc":"2.0","error":{"code":1083,"message":"…","data":{"fault":"coupon_code_is_not_valid","resource":"cart_coupon","parameter":"couponCode"}},"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":25},{"title":"Shipping & Handling (Flat Rate - Fixed)","amount":10},{"title":"Tax","amount":2.06},{"title":"Grand Total","amount":37.06}],"id":9}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","cart_coupon.add",[1,"OLD"]]}
<< {"jsonrpc":"2.0","error":{"code":1083,"message":"…","data":{"fault":"coupon_code_is_not_valid","resource":"cart_coupon","parameter":"couponCode"}},"id":10}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","cart_coupon.add",[1,"OTHER"]]}
<< {"jsonrpc":"2.0","error":{"code":1083,"message":"…","data":{"fault":"coupon_code_is_not_valid","resource":"cart_coupon","parameter":"couponCode"}},"id":11}
>> {"jsonrpc":"2.0","id":12,"method":"call","params":["$session","cart_coupon.add",[1,"once"]]}
<< {"jsonrpc":"2.0","result":true,"id":12}
>> {"jsonrpc":"2.0","id":13,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","result":"100000016","id":13}
>> {"jsonrpc":"2.0","id":14,"method":"call","params":["$session","cart_coupon.add",[1,"once"]]}
<< {"jsonrpc":"2.0","error":{"code":1083,"message":"…","data":{"fault":"coupon_code_is_not_valid","resource":"cart_coupon","parameter":"couponCode"}},"id":14}
