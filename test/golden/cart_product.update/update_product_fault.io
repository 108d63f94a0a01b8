// Products that are not in the cart, and invalid or too high quantities.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_product.update",[1,[{"sku":"mug-02","qty":2},{"sku":"mug-01","qty":"many"},{"sku":"mug-01","qty":10001},{}]]]}
<< {"jsonrpc":"2.0","error":{"code":1024,"message":"One item of products is not belong any of quote item (products[0].sku: \"mug-02\")\nThe quantity must be a number. (products[1].qty: \"many\")\nThe maximum quantity allowed for purchase is 10000. (products[2].qty: 10001)\nOne item of products do not have identifier or sku (products[3]: {})","data":{"fault":"update_product_fault","resource":"cart_product","errors":[{"field":"products[0].sku","message":"One item of products is not belong any of quote item (products[0].sku: \"mug-02\")"},{"field":"products[1].qty","message":"The quantity must be a number. (products[1].qty: \"many\")"},{"field":"products[2].qty","message":"The maximum quantity allowed for purchase is 10000. (products[2].qty: 10001)"},{"field":"products[3]","message":"One item of products do not have identifier or sku (products[3]: {})"}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_product.update",[1,[{"product_id":999,"qty":1}]]]}
<< {"jsonrpc":"2.0","error":{"code":1024,"message":"One item of products is not belong any of quote item (products[0].product_id: 999)","data":{"fault":"update_product_fault","resource":"cart_product","errors":[{"field":"products[0].product_id","message":"One item of products is not belong any of quote item (products[0].product_id: 999)"}]}},"id":4}
