// A line is removed with its parts.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"product_id":8,"super_attribute":{"141":13}},{"sku":"service-breakfast","super_group":{"1":2,"16":1}},{"sku":"box-tea","bundle_option":{"1":1,"2":3}}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_product.remove",[1,[{"product_id":8,"super_attribute":{"141":13}},{"sku":"service-breakfast","super_group":{"16":1}}]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_product.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]},{"product_id":48,"sku":"box-tea-pot-01-mug-02","name":"Afternoon Tea Set","set":4,"type":"bundle","category_ids":[14,7],"website_ids":[1]},{"product_id":23,"sku":"pot-01","name":"Teapot, 1.2 l","set":9,"type":"simple","category_ids":[7],"website_ids":[1,2]},{"product_id":2,"sku":"mug-02","name":"Espresso Cup","set":4,"type":"simple","category_ids":[5],"website_ids":[1]}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_product.remove",[1,[{"sku":"box-tea"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1026,"message":"Please specify product option(s). (products[0]: {\"sku\":\"box-tea\"})","data":{"fault":"remove_product_fault","resource":"cart_product","errors":[{"field":"products[0]","message":"Please specify product option(s). (products[0]: {\"sku\":\"box-tea\"})"}]}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_product.remove",[1,[{"sku":"box-tea","bundle_option":{"1":1,"2":3}}]]]}
<< {"jsonrpc":"2.0","result":true,"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart_product.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]}],"id":7}
