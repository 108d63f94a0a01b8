// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","giftmessage.setForQuoteProduct",[99,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"giftmessage","parameter":"quoteId"}},"id":1}
