// Not an image, too many pixels, a script after an image.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"dGV4dA==","mime":"image/png"}}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"not_created","resource":"catalog_product_attribute_media","parameter":"data.file.content"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"PHN2Zy8+","mime":"image/png"}}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":104,"message":"…","data":{"fault":"not_created","resource":"catalog_product_attribute_media","parameter":"data.file.content"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"iVBORw0KGgoAAAANSUhEUgAATiAAAAABCAIAAAC01gnZAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC","mime":"image/png"}}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":104,"message":"…","data":{"fault":"not_created","resource":"catalog_product_attribute_media","parameter":"data.file.content"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":104,"message":"…","data":{"fault":"not_created","resource":"catalog_product_attribute_media","parameter":"data.file.content"}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":6,"result":[]}
