// The seven input types.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.types"]}
<< {"jsonrpc":"2.0","result":[{"value":"text","label":"Text Field"},{"value":"textarea","label":"Text Area"},{"value":"select","label":"Dropdown"},{"value":"multiselect","label":"Multiple Select"},{"value":"boolean","label":"Yes/No"},{"value":"date","label":"Date"},{"value":"price","label":"Price"}],"id":1}
