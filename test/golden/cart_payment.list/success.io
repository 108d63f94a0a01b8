// Only the free method until there is an address and a line.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_payment.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"code":"free","title":"No Payment Information Required","cc_types":null}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","firstname":"Ada","lastname":"King","street":"1 Main Street","city":"Los Angeles","region_id":12,"postcode":"90001","country_id":"US","telephone":"555 0100","use_for_shipping":1}]]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_payment.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"code":"checkmo","title":"Check / Money order","cc_types":null},{"code":"purchaseorder","title":"Purchase Order","cc_types":null},{"code":"banktransfer","title":"Bank Transfer Payment","cc_types":null},{"code":"cashondelivery","title":"Cash On Delivery","cc_types":null},{"code":"test_authorize","title":"Test: Authorize","cc_types":null},{"code":"test_sale","title":"Test: Sale","cc_types":null}],"id":5}
