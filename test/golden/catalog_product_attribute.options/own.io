// Options sorted by order, then label; the default label is the fallback.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","result":134,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.addOption",["glaze",{"order":2,"label":[{"store_id":[0,1],"value":"Matt"},{"store_id":3,"value":"Stumpf"}]}]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.addOption",["glaze",{"label":[{"store_id":0,"value":"Shiny"}],"order":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.addOption",["glaze",{"label":[{"store_id":0,"value":"Clear"}],"order":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute.options",["glaze"]]}
<< {"jsonrpc":"2.0","result":[{"value":"","label":""},{"value":"5","label":"Clear"},{"value":"4","label":"Shiny"},{"value":"3","label":"Matt"}],"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute.options",["glaze","german"]]}
<< {"jsonrpc":"2.0","result":[{"value":"","label":""},{"value":"5","label":"Clear"},{"value":"4","label":"Shiny"},{"value":"3","label":"Stumpf"}],"id":6}
