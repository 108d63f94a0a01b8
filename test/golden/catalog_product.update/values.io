// Given members change; an empty text clears; a removed website loses its tier prices.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1,2],"category_ids":[2],"meta_title":"T","tier_price":[{"website":"second","qty":2,"price":9},{"qty":5,"price":8}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.update",[1,{"sku":"mug-one","price":15,"meta_title":"","website_ids":[1],"category_ids":[]}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,["price","meta_title","tier_price","name"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-one","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":15,"tier_price":[{"customer_group_id":"all","website":"all","qty":5,"price":8}],"meta_title":null}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.update",[1,{}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
