// Merged with the stored values; 0 makes it out of stock, and a higher quantity does not revert that.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.update",["mug-02",{"qty":7}]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":7,"is_in_stock":1}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":0}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":0,"is_in_stock":0}],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":5}]]}
<< {"jsonrpc":"2.0","result":true,"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":5,"is_in_stock":0}],"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"is_in_stock":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{}]]}
<< {"jsonrpc":"2.0","result":true,"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":5,"is_in_stock":1}],"id":9}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":1.5,"is_qty_decimal":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":10}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":"2.25"}]]}
<< {"jsonrpc":"2.0","result":true,"id":11}
>> {"jsonrpc":"2.0","id":12,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":2.25,"is_in_stock":1}],"id":12}
