// A product that is not in the cart, not with these choices, or does not exist.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[1,[{"product":{"sku":"mug-02"},"message":{"message":"x"}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1103,"message":"…","data":{"fault":"quote_item_not_exists","resource":"giftmessage","parameter":"productsAndMessages[0].product.sku"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[1,[{"product":{"product_id":8},"message":{"message":"x"}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1103,"message":"…","data":{"fault":"quote_item_not_exists","resource":"giftmessage","parameter":"productsAndMessages[0].product"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[1,[{"product":{"product_id":999},"message":{"message":"x"}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1103,"message":"…","data":{"fault":"quote_item_not_exists","resource":"giftmessage","parameter":"productsAndMessages[0].product.product_id"}},"id":5}
