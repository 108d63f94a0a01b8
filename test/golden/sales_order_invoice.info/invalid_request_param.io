// A list or an object does not identify an invoice.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_invoice.info",[["100000001"]]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"invoiceIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_invoice.info"]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"invoiceIncrementId"}},"id":2}
