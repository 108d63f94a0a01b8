// Title and price of the view and its website, and the default.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"Buch","price":2,"link_url":"https://example.com/"},"link","german"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"links":[{"link_id":2,"title":"Buch","store_title":"Buch","price":2,"number_of_downloads":0,"is_unlimited":true,"is_shareable":2,"link_url":"https://example.com/","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":0}],"samples":[]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45,"default"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"links":[{"link_id":2,"title":"Buch","store_title":null,"price":2,"number_of_downloads":0,"is_unlimited":true,"is_shareable":2,"link_url":"https://example.com/","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":0}],"samples":[]}}
