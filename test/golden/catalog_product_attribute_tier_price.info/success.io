// Sorted by quantity.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","website_ids":[1]}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[{"qty":6,"price":7.5,"customer_group_id":1,"website":1},{"qty":"2","price":"9.00004"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",["MUG","sku"]]}
<< {"jsonrpc":"2.0","result":[{"customer_group_id":"all","website":"all","qty":2,"price":9},{"customer_group_id":"1","website":"base","qty":6,"price":7.5}],"id":4}
