// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","giftmessage.setForQuoteItem",[1,{"message":"x"},"nope"]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"giftmessage","parameter":"store"}},"id":3}
