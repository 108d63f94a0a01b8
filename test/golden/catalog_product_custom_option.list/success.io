// Options by sort order, with the titles of the view. A product without options has none.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.list",[49]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"option_id":1,"title":"Paper","type":"drop_down","is_require":true,"sort_order":1},{"option_id":2,"title":"Greeting","type":"field","is_require":false,"sort_order":2}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",["49","german"]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"option_id":1,"title":"Papier","type":"drop_down","is_require":true,"sort_order":1},{"option_id":2,"title":"Gruß","type":"field","is_require":false,"sort_order":2}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.list",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":[]}
