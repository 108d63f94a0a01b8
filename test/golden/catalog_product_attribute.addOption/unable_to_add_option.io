// Invalid data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",5]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"unable_to_add_option","resource":"catalog_product_attribute","errors":[{"field":"data","message":"must be an object, not 5"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",{"label":[],"order":"x","is_default":"x"}]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"unable_to_add_option","resource":"catalog_product_attribute","errors":[{"field":"label","message":"must be a list of {store_id, value} that is not empty, not []"},{"field":"order","message":"must be a whole number from 0 to 65535, not \"x\""},{"field":"is_default","message":"must be true or false, not \"x\""}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",{"label":[{"store_id":[1,99],"value":"x"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"unable_to_add_option","resource":"catalog_product_attribute","errors":[{"field":"label","message":"99 is not a store view"},{"field":"label","message":"must have a label for store 0"}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",{"label":[{"store_id":0,"value":"Blue"}],"order":"-1"}]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"unable_to_add_option","resource":"catalog_product_attribute","errors":[{"field":"order","message":"must be a whole number from 0 to 65535, not \"-1\""}]}},"id":4}
