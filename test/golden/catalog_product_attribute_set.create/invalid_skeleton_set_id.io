// The set of categories cannot be copied.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",["",3]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"invalid_skeleton_set_id","resource":"catalog_product_attribute_set","parameter":"skeletonSetId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",999]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"invalid_skeleton_set_id","resource":"catalog_product_attribute_set","parameter":"skeletonSetId"}},"id":2}
