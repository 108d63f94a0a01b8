// A region of the directory sets its name; its number may be given as the region.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100","region_id":12,"region":"whatever"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_address_id":1,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"","street":"1 Main Street\nFlat 2","city":"Springfield","region":"California","region_id":12,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"","is_default_billing":false,"is_default_shipping":false}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100","region":"12"}]]}
<< {"jsonrpc":"2.0","id":4,"result":2}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer_address.info",2]}
<< {"jsonrpc":"2.0","id":5,"result":{"customer_address_id":2,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"","street":"1 Main Street\nFlat 2","city":"Springfield","region":"California","region_id":12,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"","is_default_billing":false,"is_default_shipping":false}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100","region":"California"}]]}
<< {"jsonrpc":"2.0","id":6,"result":3}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","customer_address.info",3]}
<< {"jsonrpc":"2.0","id":7,"result":{"customer_address_id":3,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","company":"","street":"1 Main Street\nFlat 2","city":"Springfield","region":"California","region_id":null,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"","is_default_billing":false,"is_default_shipping":false}}
