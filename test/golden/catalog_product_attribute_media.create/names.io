// Names are made safe; used ones get a number, and a removed image releases its name.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/jpeg"}}]]}
<< {"jsonrpc":"2.0","id":2,"result":"/i/m/image.jpg"}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/jpeg"}}]]}
<< {"jsonrpc":"2.0","id":3,"result":"/i/m/image_1.jpg"}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.remove",[1,"/i/m/image.jpg"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/jpeg"}}]]}
<< {"jsonrpc":"2.0","id":5,"result":"/i/m/image.jpg"}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"../../x"}}]]}
<< {"jsonrpc":"2.0","id":6,"result":"/x/_/x.gif"}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==","mime":"image/jpeg","name":"a.JPEG"}}]]}
<< {"jsonrpc":"2.0","id":7,"result":"/a/_/a.jpg"}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"UPPER"}}]]}
<< {"jsonrpc":"2.0","id":8,"result":"/U/P/UPPER.gif"}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"upper"}}]]}
<< {"jsonrpc":"2.0","id":9,"result":"/u/p/upper_1.gif"}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":".hid"}}]]}
<< {"jsonrpc":"2.0","id":10,"result":"/h/i/hid.gif"}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif","name":"ä b"}}]]}
<< {"jsonrpc":"2.0","id":11,"result":"/_/b/_b.gif"}
