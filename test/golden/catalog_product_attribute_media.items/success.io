// Sorted by position, then in the order of their creation; including excluded ones.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"front"},"label":"Front","types":["image","thumbnail"]}]]}
<< {"jsonrpc":"2.0","id":3,"result":"/f/r/front.gif"}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"back"},"exclude":true}]]}
<< {"jsonrpc":"2.0","id":4,"result":"/b/a/back.gif"}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"side"},"position":1}]]}
<< {"jsonrpc":"2.0","id":5,"result":"/s/i/side.gif"}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"file":"/f/r/front.gif","label":"Front","position":1,"exclude":false,"url":"…","types":["image","thumbnail"]},{"file":"/s/i/side.gif","label":"","position":1,"exclude":false,"url":"…","types":[]},{"file":"/b/a/back.gif","label":"","position":2,"exclude":true,"url":"…","types":[]}]}
