// A value without members is not a message, and removes none.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","giftmessage.setForQuote",[1,{}]]}
<< {"jsonrpc":"2.0","error":{"code":1101,"message":"…","data":{"fault":"giftmessage_invalid_data","resource":"giftmessage","parameter":"giftMessage"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","giftmessage.setForQuote",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1101,"message":"…","data":{"fault":"giftmessage_invalid_data","resource":"giftmessage","parameter":"giftMessage"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","giftmessage.setForQuote",[1,"Happy birthday!"]]}
<< {"jsonrpc":"2.0","error":{"code":1101,"message":"…","data":{"fault":"giftmessage_invalid_data","resource":"giftmessage","parameter":"giftMessage"}},"id":4}
