// Grouped, configurable, bundle and downloadable products also accept options.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[8,{"title":"Note","type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[8,null,["has_options"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"product_id":8,"sku":"mug-glaze","set":9,"type":"configurable","categories":[15],"websites":[1],"has_options":1}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.add",[21,{"title":"Note","type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[21,null,["has_options"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"product_id":21,"sku":"service-breakfast","set":4,"type":"grouped","categories":[6],"websites":[1,2],"has_options":1}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.add",[47,{"title":"Note","type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",[47,null,["has_options"]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"product_id":47,"sku":"box-breakfast","set":4,"type":"bundle","categories":[3,14],"websites":[1,2],"has_options":1}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_custom_option.add",[46,{"title":"Note","type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product.info",[46,null,["has_options"]]]}
<< {"jsonrpc":"2.0","id":8,"result":{"product_id":46,"sku":"guide-02","set":4,"type":"downloadable","categories":[13],"websites":[1],"has_options":1}}
