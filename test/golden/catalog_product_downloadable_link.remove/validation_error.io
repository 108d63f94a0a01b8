// The type is checked before the ID.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[99,"both"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"resourceType","message":"…"}]}}}
