// The options of each attribute, none for free input and columns. A code that products also have identifies the attribute of categories.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category_attribute.options",["is_active"]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"value":"1","label":"Yes"},{"value":"0","label":"No"}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category_attribute.options",[71,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"value":"1","label":"Yes"},{"value":"0","label":"No"}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category_attribute.options",["display_mode"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"value":"PRODUCTS","label":"Products only"},{"value":"PAGE","label":"Static block only"},{"value":"PRODUCTS_AND_PAGE","label":"Static block and products"}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category_attribute.options",["landing_page"]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"value":"","label":"Please select a static block ..."}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category_attribute.options",["default_sort_by"]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"value":"position","label":"Best Value"},{"value":"name","label":"Name"},{"value":"price","label":"Price"}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category_attribute.options",["custom_design"]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"value":"","label":"-- Please Select --"}]}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","category_attribute.options",["63"]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"value":"","label":"No layout updates"},{"value":"empty","label":"Empty"},{"value":"one_column","label":"1 column"},{"value":"two_columns_left","label":"2 columns with left bar"},{"value":"two_columns_right","label":"2 columns with right bar"},{"value":"three_columns","label":"3 columns"}]}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_category_attribute.options",["name"]]}
<< {"jsonrpc":"2.0","id":8,"result":[]}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_category_attribute.options",["created_at"]]}
<< {"jsonrpc":"2.0","id":9,"result":[]}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_category_attribute.options",["attribute_set_id"]]}
<< {"jsonrpc":"2.0","id":10,"result":[]}
