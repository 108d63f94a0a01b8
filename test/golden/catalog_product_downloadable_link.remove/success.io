// Links and samples have separate IDs. Without links, links_exist is 0.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[1,"link"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.list",[46]]}
<< {"jsonrpc":"2.0","id":2,"result":{"links":[],"samples":[{"sample_id":1,"product_id":46,"sample_url":"https://example.com/patterns/first.pdf","sample_file":null,"sample_type":"url","sort_order":1,"default_title":"The first pattern","store_title":"The first pattern","title":"The first pattern"}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[46,null,["has_options","links_exist"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":46,"sku":"guide-02","set":4,"type":"downloadable","categories":[13],"websites":[1],"has_options":0,"links_exist":0}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[1,"sample"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_downloadable_link.list",[46]]}
<< {"jsonrpc":"2.0","id":5,"result":{"links":[],"samples":[]}}
