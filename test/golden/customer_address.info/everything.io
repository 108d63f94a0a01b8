// All members; street lines are joined by LF.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":"1 Main Street\r\n\r\n Flat 2 ","city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100","region_id":12,"company":"Acme","fax":7,"prefix":"Dr","middlename":"M.","suffix":"Jr.","is_default_shipping":true}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_address_id":1,"customer_id":1,"firstname":"Mila","lastname":"Novak","middlename":"M.","prefix":"Dr","suffix":"Jr.","company":"Acme","street":"1 Main Street\n\nFlat 2","city":"Springfield","region":"California","region_id":12,"postcode":"12345","country_id":"US","telephone":"555-0100","fax":"7","is_default_billing":false,"is_default_shipping":true}}
