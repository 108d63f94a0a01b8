// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[99,[],"nope"]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"giftmessage","parameter":"store"}},"id":1}
