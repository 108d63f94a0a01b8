// A member must be given, which is checked first; its value is checked last but one.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.update",[99,{},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data","message":"must have name, status or base_popularity"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.update",[99,{"name":null,"colour":"red"},"nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data","message":"must have name, status or base_popularity"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.update",[99,"name","nope"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data","message":"must be an object, not \"name\""}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.update",[1,{"name":" ","status":2,"base_popularity":-1},"default"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data.name","message":"must be text of 1 to 255 characters, not \" \""},{"field":"data.status","message":"must be 1, 0 or -1, not 2"},{"field":"data.base_popularity","message":"must be a whole number from 0 to 2147483647, not -1"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_tag.update",[1,{"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","base_popularity":"many"},"default"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data.name","message":"must be text of 1 to 255 characters, not \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"},{"field":"data.base_popularity","message":"must be a whole number from 0 to 2147483647, not \"many\""}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_tag.update",[1,{"name":["x"],"status":true},"default"]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data.name","message":"must be text of 1 to 255 characters, not [\"x\"]"},{"field":"data.status","message":"must be 1, 0 or -1, not true"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":7,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{"1":2}}}
