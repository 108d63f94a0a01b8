// `list` is another name; SKUs are found with their type.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",["MUG",{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif"}},null,"sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":"/i/m/image.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","product_media.list",["mug",null,"sku"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"file":"/i/m/image.gif","label":"","position":1,"exclude":false,"url":"…","types":[]}]}
