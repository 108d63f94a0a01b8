// A storage that fails.
>> POST /control/faults {"operation":"catalog_product_attribute_set.create","fault":"create_attribute_set_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",4]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"create_attribute_set_error","resource":"catalog_product_attribute_set"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.items"]}
<< {"jsonrpc":"2.0","result":[{"set_id":4,"name":"Default"}],"id":2}
