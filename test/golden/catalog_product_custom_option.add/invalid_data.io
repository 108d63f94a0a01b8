// A form without an entry, and invalid members. Nothing is stored.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,"text"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"data","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"type":"field","title":"A","additional_fields":"x"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"type":"field","title":"A","additional_fields":[{}]}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"type":"field","title":"<b>","is_require":"x","sort_order":-1,"additional_fields":[{"price":"abc","price_type":"free","max_characters":-1,"sku":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}]}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"title","message":"…"},{"field":"is_require","message":"…"},{"field":"sort_order","message":"…"},{"field":"additional_fields[0].price","message":"…"},{"field":"additional_fields[0].price_type","message":"…"},{"field":"additional_fields[0].sku","message":"…"},{"field":"additional_fields[0].max_characters","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"type":"radio","title":"A","additional_fields":[{"title":"One"},{"price":1},"x"]}]]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":102,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_custom_option","errors":[{"field":"additional_fields[2]","message":"…"},{"field":"additional_fields[1].title","message":"…"},{"field":"additional_fields[2].title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_custom_option.list",[1]]}
<< {"jsonrpc":"2.0","id":8,"result":[]}
