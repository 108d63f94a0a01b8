// Bytes that are not an image do not change the image.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"mug"}}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/m/u/mug.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/m/u/mug.gif",{"label":"new","file":{"content":"dGV4dA==","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":105,"message":"…","data":{"fault":"not_updated","resource":"catalog_product_attribute_media","parameter":"data.file.content"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"file":"/m/u/mug.gif","label":"","position":1,"exclude":false,"url":"…","types":[]}]}
