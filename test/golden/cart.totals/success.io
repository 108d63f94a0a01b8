// Nothing is computed before there is an address or a coupon.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.totals",[1]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":null},{"title":"Grand Total","amount":null}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart.totals",["1","default"]]}
<< {"jsonrpc":"2.0","result":[{"title":"Subtotal","amount":null},{"title":"Grand Total","amount":null}],"id":4}
