// Not a list with an entry.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer","customer_id":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> POST /control/carts {"customer_id":1}
<< 201
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_product.moveToCustomerQuote",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1021,"message":"…","data":{"fault":"invalid_product_data","resource":"cart_product","parameter":"products"}},"id":4}
