// The store is checked before the cart.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","giftmessage.setForQuote",[99,{"message":"x"},"nope"]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"giftmessage","parameter":"store"}},"id":1}
