// Not a list with an address.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.addresses",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1051,"message":"…","data":{"fault":"customer_address_data_empty","resource":"cart_customer","parameter":"addresses"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.addresses",[1,{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]}
<< {"jsonrpc":"2.0","error":{"code":1051,"message":"…","data":{"fault":"customer_address_data_empty","resource":"cart_customer","parameter":"addresses"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.addresses",[1,["billing"]]]}
<< {"jsonrpc":"2.0","error":{"code":1051,"message":"…","data":{"fault":"customer_address_data_empty","resource":"cart_customer","parameter":"addresses[0]"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_customer.addresses",[1,"x"]]}
<< {"jsonrpc":"2.0","error":{"code":1051,"message":"…","data":{"fault":"customer_address_data_empty","resource":"cart_customer","parameter":"addresses"}},"id":5}
