// Keys are compared exactly, and among the images of the product only.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"jug",{"name":"Jug"}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"mug"}}]]}
<< {"jsonrpc":"2.0","id":3,"result":"/m/u/mug.gif"}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.info",[1,"/M/u/mug.gif"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":103,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute_media","parameter":"file"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.info",[2,"/m/u/mug.gif"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":103,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute_media","parameter":"file"}}}
