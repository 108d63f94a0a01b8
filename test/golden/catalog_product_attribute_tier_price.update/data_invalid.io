// Nothing changes.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","website_ids":[1]}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[{"qty":5,"price":4}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,"x"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_tier_price","errors":[{"field":"tierPrices","message":"must be a list of tier prices, not \"x\""}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[{"price":1},{"qty":0.00001,"price":-1},{"qty":1,"price":1,"website":"BASE"},{"qty":2,"price":1,"website":"second"},{"qty":3,"price":1,"customer_group_id":99}]]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_tier_price","errors":[{"field":"tierPrices[0].qty","message":"must be a number above 0 and below 100000000"},{"field":"tierPrices[1].qty","message":"must be a number above 0 and below 100000000, not 0.00001"},{"field":"tierPrices[1].price","message":"must be a number, 0 or more and below 100000000, not -1"},{"field":"tierPrices[2].website","message":"must be the code or ID of a website, or \"all\", not \"BASE\""},{"field":"tierPrices[3].website","message":"the product is not in website second (\"second\")"},{"field":"tierPrices[4].customer_group_id","message":"must be the ID of a customer group, or \"all\", not 99"}]}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[{"qty":1,"price":1},{"qty":1.00001,"price":2,"website":"base"}]]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product_attribute_tier_price","errors":[{"field":"tierPrices","message":"more than one price for group all and quantity 1 on the same website"}]}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",[1]]}
<< {"jsonrpc":"2.0","result":[{"customer_group_id":"all","website":"all","qty":5,"price":4}],"id":6}
