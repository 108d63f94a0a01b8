// Nothing is stored, including the valid entries.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[2,"text"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"data","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"additional_fields":[]}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"additional_fields":7}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"title":""}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"A","type":"radio","additional_fields":[{"title":"One"}]}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"additional_fields":[{"value_id":1,"title":"New"},{"value_id":3,"title":"Of another option"},{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields[1].value_id","message":"…"},{"field":"additional_fields[2].title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}
