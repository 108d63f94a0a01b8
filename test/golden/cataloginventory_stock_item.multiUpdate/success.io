// The n-th changes apply to the n-th product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.multiUpdate",[["mug-01",2],[{"qty":1},{"qty":0}]]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.list",[[1,2]]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","qty":1,"is_in_stock":1},{"product_id":2,"sku":"mug-02","qty":0,"is_in_stock":0}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cataloginventory_stock_item.multiUpdate",[[],[]]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
