// A second time.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/i/m/image.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.remove",[1,"/i/m/image.gif"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.remove",[1,"/i/m/image.gif"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":103,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute_media","parameter":"file"}}}
