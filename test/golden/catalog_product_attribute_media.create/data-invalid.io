// All problems of the data are reported.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"name":"x"}}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file.content","message":"…"},{"field":"file.mime","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/jpg"}}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file.mime","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"PHN2Zy8+","mime":"image/svg+xml"}}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file.mime","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"not base64!","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file.content","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"","mime":"image/gif"}}]]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"file.content","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,{"file":{"content":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mime":"image/gif"},"label":true,"position":-1,"exclude":"maybe","types":["swatch"]}]]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"label","message":"…"},{"field":"position","message":"…"},{"field":"exclude","message":"…"},{"field":"types","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_attribute_media.create",[1,"x"]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_media","errors":[{"field":"data","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_attribute_media.items",[1]]}
<< {"jsonrpc":"2.0","id":10,"result":[]}
