// Replaces the whole list; unchanged rows keep their place.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","website_ids":[1]}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[{"qty":5,"price":4,"customer_group_id":2},{"qty":5,"price":5,"customer_group_id":32000,"website":"base"}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",["mug",[{"qty":5,"price":3,"customer_group_id":0},{"qty":5,"price":4,"customer_group_id":"2","website":"all"}],"sku"]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",[1]]}
<< {"jsonrpc":"2.0","result":[{"customer_group_id":"2","website":"all","qty":5,"price":4},{"customer_group_id":"0","website":"all","qty":5,"price":3}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[]]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":6}
