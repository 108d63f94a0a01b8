// Lists that are part of the service; yes and no have no empty choice.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.options",[98]]}
<< {"jsonrpc":"2.0","result":[{"value":"","label":"-- Please Select --"},{"value":"1","label":"Enabled"},{"value":"2","label":"Disabled"}],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.options",["gift_message_available"]]}
<< {"jsonrpc":"2.0","result":[{"value":"1","label":"Yes"},{"value":"0","label":"No"}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.options",["name"]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
