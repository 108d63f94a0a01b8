// Products that are not in the cart; nothing is moved.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer","customer_id":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> POST /control/carts {"customer_id":1}
<< 201
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_product.moveToCustomerQuote",[1,[{"sku":"mug-01"},{"sku":"mug-02"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1031,"message":"One item of products is not belong any of quote item (products[1].sku: \"mug-02\")","data":{"fault":"unable_to_move_all_products","resource":"cart_product","errors":[{"field":"products[1].sku","message":"One item of products is not belong any of quote item (products[1].sku: \"mug-02\")"}]}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_product.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]}],"id":5}
