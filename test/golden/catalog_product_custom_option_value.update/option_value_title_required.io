// The title is required every time.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.update",[1,{}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":108,"message":"…","data":{"fault":"option_value_title_required","resource":"catalog_product_custom_option_value","errors":[{"field":"title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.update",[1,{"title":"","price":"abc"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":108,"message":"…","data":{"fault":"option_value_title_required","resource":"catalog_product_custom_option_value","errors":[{"field":"title","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.update",[1,"text"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":108,"message":"…","data":{"fault":"option_value_title_required","resource":"catalog_product_custom_option_value","errors":[{"field":"data","message":"…"}]}}}
