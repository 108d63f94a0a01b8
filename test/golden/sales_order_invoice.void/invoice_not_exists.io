// There is no such invoice.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_invoice.void","100000001"]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"invoice_not_exists","resource":"sales_order_invoice","parameter":"invoiceIncrementId"}},"id":1}
