// System attributes stay.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[76,4]]}
<< {"jsonrpc":"2.0","error":{"code":110,"message":"…","data":{"fault":"remove_attribute_error","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":1}
