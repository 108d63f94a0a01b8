// A set without image attributes; only a forced fault can cause this.
>> POST /control/faults {"operation":"catalog_product_attribute_media.types","fault":"not_media"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.types",[4]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"not_media","resource":"catalog_product_attribute_media","parameter":"setId"}}}
