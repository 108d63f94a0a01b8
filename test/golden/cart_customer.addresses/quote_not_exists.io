// No such cart, and one of another website.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.addresses",[99,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart_customer","parameter":"quoteId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}],2]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart_customer","parameter":"store"}},"id":3}
