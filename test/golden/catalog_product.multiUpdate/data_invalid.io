// The list is checked first; the SKU is for a single product only.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.multiUpdate",[{"a":1},{},"nope"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"productIds","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.multiUpdate",[[99],[{"status":2}]]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"productData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.multiUpdate",[[1,2],{"sku":"x"}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"sku","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.multiUpdate",[[1,2],{"status":7}]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"status","message":"…"}]}}}
