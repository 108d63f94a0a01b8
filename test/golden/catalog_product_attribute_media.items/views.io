// Each text falls back to the default separately; roles are per store view.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"mug"},"label":"Mug","types":["image"]}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/m/u/mug.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/m/u/mug.gif",{"label":"Becher","types":["image","thumbnail"]},"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.update",[1,"/m/u/mug.gif",{"position":4}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"file":"/m/u/mug.gif","label":"Mug","position":4,"exclude":false,"url":"…","types":["image"]}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.items",[1,"german"]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"file":"/m/u/mug.gif","label":"Becher","position":4,"exclude":false,"url":"…","types":["image","thumbnail"]}]}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_attribute_media.items",[1,2]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"file":"/m/u/mug.gif","label":"Mug","position":4,"exclude":false,"url":"…","types":["image"]}]}
