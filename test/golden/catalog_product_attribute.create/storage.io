// A storage that fails.
>> POST /control/faults {"operation":"catalog_product_attribute.create","fault":"unable_to_save"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"unable_to_save","resource":"catalog_product_attribute","errors":[{"field":"data","message":"…"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","result":134,"id":2}
