// Wrong data and a linked product that does not exist; nothing is stored.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["grouped",1,2,{"position":-1,"qty":-0.5}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.position","message":"must be a whole number from 0 to 2147483647, not -1"},{"field":"data.qty","message":"must be a number from 0 to below 100000000, not -0.5"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.assign",["related",1,3,{"position":2.7}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.position","message":"must be a whole number from 0 to 2147483647, not 2.7"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.assign",["related",1,3,{"position":2147483648}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.position","message":"must be a whole number from 0 to 2147483647, not 2147483648"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.assign",["related",1,3,{"position":true}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.position","message":"must be a whole number from 0 to 2147483647, not true"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.assign",["related",1,3,"7"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data","message":"must be an object, not \"7\""}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_link.assign",["related",1,3,[7]]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data","message":"must be an object, not [7]"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_link.assign",["related",1,"nope"]]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"linkedProduct","message":"is neither the SKU nor the ID of a product (\"nope\")"}]}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_link.assign",["related",1,""]]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"linkedProduct","message":"is neither the SKU nor the ID of a product (\"\")"}]}}}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_link.assign",["related",1,-3]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"linkedProduct","message":"is neither the SKU nor the ID of a product (-3)"}]}}}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_link.list",["related",1]]}
<< {"jsonrpc":"2.0","id":10,"result":[{"product_id":2,"type":"simple","set":4,"sku":"mug-02","position":2},{"product_id":12,"type":"simple","set":9,"sku":"plate-02","position":1}]}
