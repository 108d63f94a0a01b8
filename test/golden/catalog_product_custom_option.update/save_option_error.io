// Options with values need them in every change, and others cannot have any.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"title":"Wrapping"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":103,"message":"…","data":{"fault":"save_option_error","resource":"catalog_product_custom_option","parameter":"data"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"save_option_error","resource":"catalog_product_custom_option","parameter":"data"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"type":"radio"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":103,"message":"…","data":{"fault":"save_option_error","resource":"catalog_product_custom_option","parameter":"data"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"type":"radio","additional_fields":[{"title":"One","price":1,"price_type":"fixed"}]}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":103,"message":"…","data":{"fault":"save_option_error","resource":"catalog_product_custom_option","parameter":"data"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":5,"result":{"title":"Greeting","type":"field","is_require":false,"sort_order":2,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"CARD","max_characters":120}]}}
