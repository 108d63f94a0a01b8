// The status changes, the state never; the latest entry comes first
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.addComment",["100000001","paypal_reversed","Called the customer."]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.addComment",["200000002","processing",null,null]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.list",[{"order_id":1}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000001","order_id":1,"created_at":"2024-01-15 10:30:00","updated_at":"2025-06-01 12:00:00","status":"paypal_reversed","state":"new","customer_id":1,"base_grand_total":35,"grand_total":35,"store_id":1,"customer_firstname":"Anna","customer_lastname":"Becker","customer_email":"anna.becker@example.com","billing_firstname":"Anna","billing_lastname":"Becker","billing_name":"Anna Becker","shipping_firstname":"Anna","shipping_lastname":"Becker","shipping_name":"Anna Becker","total_paid":0,"total_due":35,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.list",[{"increment_id":"200000002"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"200000002","order_id":18,"created_at":"2024-02-10 04:00:00","updated_at":"2025-06-01 12:00:00","status":"processing","state":"canceled","customer_id":5,"base_grand_total":64,"grand_total":64,"store_id":2,"customer_firstname":"花","customer_lastname":"小林","customer_email":"hana.kobayashi@example.com","billing_firstname":"花","billing_lastname":"小林","billing_name":"花 小林","shipping_firstname":"花","shipping_lastname":"小林","shipping_name":"花 小林","total_paid":0,"total_due":64,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":4}
