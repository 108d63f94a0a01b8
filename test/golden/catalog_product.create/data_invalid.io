// All problems are reported together, and nothing is stored.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["",0," ",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"type","message":"…"},{"field":"set","message":"…"},{"field":"sku","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["nope",4,"a",[1]]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"productData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.create",["simple",4,"a",{}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"name","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":4,"result":1}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.create",["simple",4,"MUG-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"sku","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.create",["simple",4,"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",{"name":" ","price":-5,"status":7,"special_from_date":"2024-02-30","website_ids":[0,"nope"],"category_ids":[1,99],"tier_price":[{"qty":0,"price":1}],"stock_data":{"is_in_stock":true}}]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"name","message":"…"},{"field":"status","message":"…"},{"field":"price","message":"…"},{"field":"special_from_date","message":"…"},{"field":"website_ids","message":"…"},{"field":"website_ids","message":"…"},{"field":"category_ids","message":"…"},{"field":"category_ids","message":"…"},{"field":"tier_price[0].qty","message":"…"},{"field":"stock_data.is_in_stock","message":"…"},{"field":"sku","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":7,"result":2}
