// Some countries have no postcodes; the country is stored in capitals.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"","country_id":"ie","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_address_id":1,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"","street":"1 Main Street\nFlat 2","city":"Springfield","region":"","region_id":null,"postcode":"","country_id":"IE","telephone":"555-0100","fax":"","is_default_billing":false,"is_default_shipping":false}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"","country_id":"DE","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"postcode","message":"…"}]}}}
