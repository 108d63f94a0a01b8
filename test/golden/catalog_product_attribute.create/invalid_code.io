// Codes are lower case letters, digits and _, and begin with a letter.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"1abc","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_code","resource":"catalog_product_attribute","parameter":"data.attribute_code"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"Abc","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_code","resource":"catalog_product_attribute","parameter":"data.attribute_code"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"a-b","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_code","resource":"catalog_product_attribute","parameter":"data.attribute_code"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":5,"frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_code","resource":"catalog_product_attribute","parameter":"data.attribute_code"}},"id":4}
