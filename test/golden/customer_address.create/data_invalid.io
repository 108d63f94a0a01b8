// All problems are reported together, in the order of the fields.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"firstname","message":"…"},{"field":"lastname","message":"…"},{"field":"street","message":"…"},{"field":"city","message":"…"},{"field":"telephone","message":"…"},{"field":"postcode","message":"…"},{"field":"country_id","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["",""],"city":"Springfield","postcode":"12345","country_id":"XX","telephone":"555-0100","fax":{},"is_default_billing":"yes"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"street","message":"…"},{"field":"country_id","message":"…"},{"field":"fax","message":"…"},{"field":"is_default_billing","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"CA","telephone":"555-0100","region_id":12}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"region_id","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer_address.create",[1,"text"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"addressData","message":"…"}]}}}
