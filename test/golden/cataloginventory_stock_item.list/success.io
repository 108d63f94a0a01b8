// By ID, digits and SKU; unknown products are omitted.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.list",[["mug-02",1,"3","nope",99999,"MUG-02"]]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","qty":120,"is_in_stock":1},{"product_id":2,"sku":"mug-02","qty":85,"is_in_stock":1},{"product_id":3,"sku":"mug-03","qty":64,"is_in_stock":1}],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","product_stock.list",["mug-02"]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":85,"is_in_stock":1}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cataloginventory_stock_item.list",[[]]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"12345",{"name":"Digits","stock_data":{"qty":4}}]]}
<< {"jsonrpc":"2.0","result":50,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cataloginventory_stock_item.list",[["12345",12345]]]}
<< {"jsonrpc":"2.0","result":[{"product_id":50,"sku":"12345","qty":4,"is_in_stock":1}],"id":5}
