// Group 0 is for visitors without an account.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer_group.list"]}
<< {"jsonrpc":"2.0","result":[{"customer_group_id":0,"customer_group_code":"NOT LOGGED IN"},{"customer_group_id":1,"customer_group_code":"General"},{"customer_group_id":2,"customer_group_code":"Wholesale"},{"customer_group_id":3,"customer_group_code":"Retailer"}],"id":1}
