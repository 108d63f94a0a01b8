// With notify the customer gets a mail, also without a comment
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.addComment",["100000001","pending","Packed.",true]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.addComment",["100000001","pending","","1"]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.addComment",["100000001","pending","For us.",0]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> GET /control/mail?order=100000001
<< 200
