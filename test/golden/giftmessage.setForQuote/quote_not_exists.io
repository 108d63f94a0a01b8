// A view of another website than the cart's, and an unknown cart.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","giftmessage.setForQuote",[1,{"message":"x"},"second_default"]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"giftmessage","parameter":"store"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","giftmessage.setForQuote",[99,{}]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"giftmessage","parameter":"quoteId"}},"id":3}
