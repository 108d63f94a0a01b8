// A set without image attributes refuses images; only a forced fault can cause this.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> POST /control/faults {"operation":"catalog_product_attribute_media.create","fault":"not_media"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":107,"message":"…","data":{"fault":"not_media","resource":"catalog_product_attribute_media","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":3,"result":"/i/m/image.gif"}
