// The type of the bytes may differ from the given one, which determines the extension.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/png","name":"mug"},"label":"Mug","position":3,"exclude":1,"types":"thumbnail"}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/m/u/mug.png"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"file":"/m/u/mug.png","label":"Mug","position":3,"exclude":true,"url":"…","types":["thumbnail"]}]}
>> GET /media/catalog/product/m/u/mug.png
<< 200
