// Before there is an address; in any case, and shown in its original spelling. An empty code removes it; without a coupon, nothing changes.
// @dataset sample
>> POST /control/coupons {"code":"TEN","percent":10}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_coupon.add",[1,"ten"]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":25},{"title":"Discount (ten)","amount":-2.5},{"title":"Grand Total","amount":22.5}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_coupon.add",[1,""]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_coupon.add",[1,""]]}
<< {"jsonrpc":"2.0","result":false,"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":25},{"title":"Grand Total","amount":25}],"id":7}
