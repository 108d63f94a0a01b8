// Without invoices the list is empty.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_invoice.list"]}
<< {"jsonrpc":"2.0","result":[],"id":1}
