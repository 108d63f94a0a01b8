// No buyer yet, and a guest.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_product.moveToCustomerQuote",[1,[{"sku":"mug-01"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1028,"message":"…","data":{"fault":"customer_not_set_for_quote","resource":"cart_product","parameter":"quoteId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"guest","firstname":"Ada","lastname":"King","email":"ada@example.com"}]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_product.moveToCustomerQuote",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1028,"message":"…","data":{"fault":"customer_not_set_for_quote","resource":"cart_product","parameter":"quoteId"}},"id":5}
