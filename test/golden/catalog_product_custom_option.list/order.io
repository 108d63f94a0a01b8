// Sorted by sort order, then by title in any case, then by ID.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"b","type":"date","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"C","type":"date","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"B","type":"time","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"z","type":"time","sort_order":0,"additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"a","type":"time","sort_order":1,"additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.list",[1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"option_id":3,"title":"b","type":"date","is_require":false,"sort_order":0},{"option_id":5,"title":"B","type":"time","is_require":false,"sort_order":0},{"option_id":4,"title":"C","type":"date","is_require":false,"sort_order":0},{"option_id":6,"title":"z","type":"time","is_require":false,"sort_order":0},{"option_id":7,"title":"a","type":"time","is_require":false,"sort_order":1}]}
