// All problems are reported together, and nothing is stored.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01"},{},{"product_id":"12345"},{"sku":"mug-01","qty":10001}]]]}
<< {"jsonrpc":"2.0","error":{"code":1022,"message":"One item of products do not have identifier or sku (products[1]: {})\nProduct does not exist. (products[2].product_id: \"12345\")\nThe maximum quantity allowed for purchase is 10000. (products[3].qty: 10001)","data":{"fault":"add_product_fault","resource":"cart_product","errors":[{"field":"products[1]","message":"One item of products do not have identifier or sku (products[1]: {})"},{"field":"products[2].product_id","message":"Product does not exist. (products[2].product_id: \"12345\")"},{"field":"products[3].qty","message":"The maximum quantity allowed for purchase is 10000. (products[3].qty: 10001)"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_product.list",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.update",["mug-01",{"status":2},null,"sku"]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.update",["mug-02",{"stock_data":{"qty":0,"is_in_stock":0}},null,"sku"]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01"},{"sku":"mug-02"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1022,"message":"This product is currently unavailable. (products[0]: {\"sku\":\"mug-01\"})\nThis product is currently out of stock. (products[1].sku: \"mug-02\")","data":{"fault":"add_product_fault","resource":"cart_product","errors":[{"field":"products[0]","message":"This product is currently unavailable. (products[0]: {\"sku\":\"mug-01\"})"},{"field":"products[1].sku","message":"This product is currently out of stock. (products[1].sku: \"mug-02\")"}]}},"id":6}
