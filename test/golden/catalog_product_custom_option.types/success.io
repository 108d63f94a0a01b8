// The ten types, in their order; the alias is equivalent.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.types",[]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"label":"Field","value":"field"},{"label":"Area","value":"area"},{"label":"File","value":"file"},{"label":"Drop-down","value":"drop_down"},{"label":"Radio Buttons","value":"radio"},{"label":"Checkbox","value":"checkbox"},{"label":"Multiple Select","value":"multiple"},{"label":"Date","value":"date"},{"label":"Date & Time","value":"date_time"},{"label":"Time","value":"time"}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","product_custom_option.types",[]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"label":"Field","value":"field"},{"label":"Area","value":"area"},{"label":"File","value":"file"},{"label":"Drop-down","value":"drop_down"},{"label":"Radio Buttons","value":"radio"},{"label":"Checkbox","value":"checkbox"},{"label":"Multiple Select","value":"multiple"},{"label":"Date","value":"date"},{"label":"Date & Time","value":"date_time"},{"label":"Time","value":"time"}]}
