// When the storage fails, here by force, nothing is added.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_downloadable_link.add","fault":"save_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":414,"message":"…","data":{"fault":"save_error","resource":"catalog_product_downloadable_link"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45]]}
<< {"jsonrpc":"2.0","id":2,"result":{"links":[],"samples":[]}}
