// Given members change; the owner never does.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.update",[1,{"street":"2 Side Street","company":"Acme","city":null,"customer_id":9,"is_default_billing":true}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":4,"result":{"customer_address_id":1,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"Acme","street":"2 Side Street","city":"Springfield","region":"","region_id":null,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"","is_default_billing":true,"is_default_shipping":false}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer_address.update",[1,{"company":"","is_default_billing":false}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":6,"result":{"customer_address_id":1,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"","street":"2 Side Street","city":"Springfield","region":"","region_id":null,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"","is_default_billing":false,"is_default_shipping":false}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","customer_address.update",[1,{}]]}
<< {"jsonrpc":"2.0","id":7,"result":true}
