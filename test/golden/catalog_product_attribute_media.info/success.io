// One image, and its file at the returned address.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"mug"},"label":"Mug","types":["small_image"]}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/m/u/mug.gif"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.info",[1,"/m/u/mug.gif"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"file":"/m/u/mug.gif","label":"Mug","position":1,"exclude":false,"url":"…","types":["small_image"]}}
>> GET /media/catalog/product/m/u/mug.gif
<< 200
>> GET /media/catalog/product/m/u/other.gif
<< 404
