// There is no such credit memo.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_creditmemo.addComment",["100000001","One."]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"creditmemo_not_exists","resource":"sales_order_creditmemo","parameter":"creditmemoIncrementId"}},"id":1}
