// All invalid values are reported; nothing is stored.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":-1}]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"cataloginventory_stock_item","errors":[{"field":"data.qty","message":"must be 0 or more, not -1"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":"abc","is_in_stock":2}]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"cataloginventory_stock_item","errors":[{"field":"data.qty","message":"must be a number, not \"abc\""},{"field":"data.is_in_stock","message":"must be 0 or 1, not 2"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,{"qty":1.5}]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"cataloginventory_stock_item","errors":[{"field":"data.qty","message":"must be a whole number, unless is_qty_decimal is 1, not 1.5"}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cataloginventory_stock_item.update",[2,5]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"cataloginventory_stock_item","errors":[{"field":"data","message":"must be an object, not 5"}]}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cataloginventory_stock_item.list",[2]]}
<< {"jsonrpc":"2.0","result":[{"product_id":2,"sku":"mug-02","qty":85,"is_in_stock":1}],"id":5}
