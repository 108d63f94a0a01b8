// The fixed types, also under the name of the live system.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_type.items"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"type":"simple","label":"Simple Product"},{"type":"grouped","label":"Grouped Product"},{"type":"configurable","label":"Configurable Product"},{"type":"virtual","label":"Virtual Product"},{"type":"bundle","label":"Bundle Product"},{"type":"downloadable","label":"Downloadable Product"}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","product_type.list"]}
<< {"jsonrpc":"2.0","id":2,"result":[{"type":"simple","label":"Simple Product"},{"type":"grouped","label":"Grouped Product"},{"type":"configurable","label":"Configurable Product"},{"type":"virtual","label":"Virtual Product"},{"type":"bundle","label":"Bundle Product"},{"type":"downloadable","label":"Downloadable Product"}]}
