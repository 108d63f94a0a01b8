// Other invalid members.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.update",[1,{"title":"A","price":"abc","price_type":"free","sku":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","sort_order":1.5}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"update_option_value_error","resource":"catalog_product_custom_option_value","errors":[{"field":"price","message":"…"},{"field":"price_type","message":"…"},{"field":"sku","message":"…"},{"field":"sort_order","message":"…"}]}}}
