// When the storage fails, here by force, the sample stays.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_downloadable_link.remove","fault":"remove_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[1,"sample"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":416,"message":"…","data":{"fault":"remove_error","resource":"catalog_product_downloadable_link"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.list",[46]]}
<< {"jsonrpc":"2.0","id":2,"result":{"links":[{"link_id":1,"title":"All patterns in full size","price":2.5,"number_of_downloads":0,"is_unlimited":true,"is_shareable":2,"link_url":"https://example.com/patterns/all.pdf","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":1}],"samples":[{"sample_id":1,"product_id":46,"sample_url":"https://example.com/patterns/first.pdf","sample_file":null,"sample_type":"url","sort_order":1,"default_title":"The first pattern","store_title":"The first pattern","title":"The first pattern"}]}}
