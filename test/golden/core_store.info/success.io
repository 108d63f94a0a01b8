// By ID, digits and code.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","core_store.info",[3]]}
<< {"jsonrpc":"2.0","result":{"store_id":3,"code":"german","website_id":1,"group_id":1,"name":"German","sort_order":1,"is_active":true},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","store.info",["3"]]}
<< {"jsonrpc":"2.0","result":{"store_id":3,"code":"german","website_id":1,"group_id":1,"name":"German","sort_order":1,"is_active":true},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","store.info",["german"]]}
<< {"jsonrpc":"2.0","result":{"store_id":3,"code":"german","website_id":1,"group_id":1,"name":"German","sort_order":1,"is_active":true},"id":3}
