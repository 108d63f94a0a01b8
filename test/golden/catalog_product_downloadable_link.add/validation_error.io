// Everything about the resource is checked before the store view and the product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[999,{},"links","nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"resourceType","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.add",[999,{},"link","nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"title","message":"…"},{"field":"file.name","message":"…"},{"field":"file.base64_content","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_downloadable_link.add",[999,"text","link"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"resource","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","type":"url","link_url":""},"link"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"link_url","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","link_url":"javascript:alert(1)","price":-1,"number_of_downloads":-1},"link"]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"link_url","message":"…"},{"field":"price","message":"…"},{"field":"number_of_downloads","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","type":"file","link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"file.name","message":"…"},{"field":"file.base64_content","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","file":{"name":"../a.txt","base64_content":"***"}},"sample"]]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"file.name","message":"…"},{"field":"file.base64_content","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","link_url":"https://example.com/","sample":{"type":"url"}},"link"]]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"sample.url","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_downloadable_link.add",[45,{"title":"A","link_url":"https://example.com/","sample":"text"},"link"]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":415,"message":"…","data":{"fault":"validation_error","resource":"catalog_product_downloadable_link","errors":[{"field":"sample","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_downloadable_link.list",[45]]}
<< {"jsonrpc":"2.0","id":10,"result":{"links":[],"samples":[]}}
