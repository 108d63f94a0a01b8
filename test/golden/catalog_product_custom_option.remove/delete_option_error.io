// When the storage fails, here by force, the option stays.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_custom_option.remove","fault":"delete_option_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.remove",[2]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"delete_option_error","resource":"catalog_product_custom_option"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",[49]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"option_id":1,"title":"Paper","type":"drop_down","is_require":true,"sort_order":1},{"option_id":2,"title":"Greeting","type":"field","is_require":false,"sort_order":2}]}
