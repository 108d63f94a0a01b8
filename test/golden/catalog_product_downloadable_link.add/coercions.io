// Invalid numbers are 0, an unknown value for sharing is that of the shop, and is_unlimited takes precedence.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","price":"free","number_of_downloads":"many","sort_order":"first","is_shareable":7,"link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"B","number_of_downloads":5,"is_unlimited":1,"is_shareable":"0","sort_order":1,"link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"C","number_of_downloads":5,"is_unlimited":"yes","type":"url","link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45]]}
<< {"jsonrpc":"2.0","id":4,"result":{"links":[{"link_id":2,"title":"A","price":0,"number_of_downloads":0,"is_unlimited":true,"is_shareable":2,"link_url":"https://example.com/","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":0},{"link_id":4,"title":"C","price":0,"number_of_downloads":5,"is_shareable":2,"link_url":"https://example.com/","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":0},{"link_id":3,"title":"B","price":0,"number_of_downloads":0,"is_unlimited":true,"is_shareable":0,"link_url":"https://example.com/","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":1}],"samples":[]}}
