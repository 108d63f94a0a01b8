// All or none: one row without a title prevents the others.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[{"title":"Linen"},{"price":1}]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"add_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"data[1].title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,{"title":"Linen"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"add_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"data","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,"Linen"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"add_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"data","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,["Linen"]]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"add_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"data[0]","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[{"title":"","price":"abc","price_type":"free","sort_order":-1}]]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"add_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"data[0].title","message":"…"},{"field":"data[0].price","message":"…"},{"field":"data[0].price_type","message":"…"},{"field":"data[0].sort_order","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}
