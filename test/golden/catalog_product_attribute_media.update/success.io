// Only given members change; a new file keeps the key, whatever its type.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"mug"},"label":"Mug","types":["image"]}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/m/u/mug.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/m/u/mug.gif",{"label":"Becher"},"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/m/u/mug.gif",{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/jpeg","name":"ignored"},"exclude":true}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"file":"/m/u/mug.gif","label":"Mug","position":1,"exclude":true,"url":"…","types":["image"]}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.items",[1,3]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"file":"/m/u/mug.gif","label":"Becher","position":1,"exclude":true,"url":"…","types":["image"]}]}
>> GET /media/catalog/product/m/u/mug.gif
<< 200
