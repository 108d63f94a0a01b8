// Checked before the message.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[1,[{"product":{},"message":{}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1102,"message":"…","data":{"fault":"product_invalid_data","resource":"giftmessage","parameter":"productsAndMessages[0].product"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[1,[{"product":"mug-01","message":{"message":"x"}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1102,"message":"…","data":{"fault":"product_invalid_data","resource":"giftmessage","parameter":"productsAndMessages[0].product"}},"id":4}
