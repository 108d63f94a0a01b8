// A link and a sample, each as a file and as an address. A used name gets a number.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"Book","price":"1.5","number_of_downloads":5,"is_shareable":1,"sort_order":2,"type":"file","file":{"name":"a.txt","base64_content":"SGVsbG8="},"sample":{"type":"file","file":{"name":"a.txt","base64_content":"SGVsbG8h"}}},"link"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.add",["guide-01",{"title":"Recipes","link_url":"https://example.com/recipes.pdf","sample":{}},"link",null,"sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"First chapter","type":"url","sample_url":"https://example.com/first.pdf"},"sample"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"Second chapter","file":{"name":"A.TXT","base64_content":"SGVsbG8/"}},"sample"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45]]}
<< {"jsonrpc":"2.0","id":5,"result":{"links":[{"link_id":3,"title":"Recipes","price":0,"number_of_downloads":0,"is_unlimited":true,"is_shareable":2,"link_url":"https://example.com/recipes.pdf","link_type":"url","sample_file":null,"sample_url":null,"sample_type":null,"sort_order":0},{"link_id":2,"title":"Book","price":1.5,"number_of_downloads":5,"is_shareable":1,"link_url":null,"link_type":"file","sample_file":"/a/_/a_1.txt","sample_url":null,"sample_type":"file","sort_order":2,"file_save":[{"file":"/a/_/a.txt","name":"a.txt","size":5,"status":"old"}],"sample_file_save":[{"file":"/a/_/a_1.txt","name":"a_1.txt","size":6,"status":"old"}]}],"samples":[{"sample_id":2,"product_id":45,"sample_url":"https://example.com/first.pdf","sample_file":null,"sample_type":"url","sort_order":0,"default_title":"First chapter","store_title":"First chapter","title":"First chapter"},{"sample_id":3,"product_id":45,"sample_url":null,"sample_file":"/A/_/A_2.TXT","sample_type":"file","sort_order":0,"default_title":"Second chapter","store_title":"Second chapter","title":"Second chapter"}]}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",[45,null,["has_options","links_exist"]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"product_id":45,"sku":"guide-01","set":4,"type":"downloadable","categories":[13],"websites":[1,2],"has_options":1,"links_exist":1}}
