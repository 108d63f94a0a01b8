// The data can be given without the surrounding list.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]}
<< {"jsonrpc":"2.0","id":1,"result":1}
