// Only the seven input types can be created.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"media_image","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invalid_frontend_input","resource":"catalog_product_attribute","parameter":"data.frontend_input"}},"id":1}
