// The image is removed with its file, in all stores; its roles are released.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"aa"},"types":["image"]}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/a/a/aa.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"bb"}}]]}
<< {"jsonrpc":"2.0","id":3,"result":"/b/b/bb.gif"}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/b/b/bb.gif",{"types":["image"]},"german"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.remove",[1,"/b/b/bb.gif"]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.items",[1,"german"]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"file":"/a/a/aa.gif","label":"","position":1,"exclude":false,"url":"…","types":["image"]}]}
>> GET /media/catalog/product/b/b/bb.gif
<< 404
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_attribute_media.remove",[1,"/a/a/aa.gif"]]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":8,"result":[]}
