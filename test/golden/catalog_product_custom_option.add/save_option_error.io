// When the storage fails, here by force, nothing is added.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_custom_option.add","fault":"save_option_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[49,{"title":"A","type":"field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":103,"message":"…","data":{"fault":"save_option_error","resource":"catalog_product_custom_option"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",[49]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"option_id":1,"title":"Paper","type":"drop_down","is_require":true,"sort_order":1},{"option_id":2,"title":"Greeting","type":"field","is_require":false,"sort_order":2}]}
