// Invalid data, or a valid member for a linked product that does not exist.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.update",["related",1,"nope",{"position":1}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"linkedProduct","message":"is neither the SKU nor the ID of a product (\"nope\")"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.update",["related",1,0,{"position":1}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"linkedProduct","message":"is neither the SKU nor the ID of a product (0)"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.update",["related",1,2,{"position":"first"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.position","message":"must be a whole number from 0 to 2147483647, not \"first\""}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.update",["grouped",1,2,{"qty":"many"}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data.qty","message":"must be a number from 0 to below 100000000, not \"many\""}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.update",["related",1,"nope",5]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_link","errors":[{"field":"data","message":"must be an object, not 5"}]}}}
