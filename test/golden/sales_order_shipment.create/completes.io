// Shipping the rest of a paid order completes it
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.create",["100000009"]]}
<< {"jsonrpc":"2.0","result":"100000005","id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.list",[{"increment_id":"100000009"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000009","order_id":10,"created_at":"2024-01-26 16:40:00","updated_at":"2025-06-01 12:00:00","status":"complete","state":"complete","customer_id":1,"base_grand_total":35,"grand_total":35,"store_id":1,"customer_firstname":"Anna","customer_lastname":"Becker","customer_email":"anna.becker@example.com","billing_firstname":"Anna","billing_lastname":"Becker","billing_name":"Anna Becker","shipping_firstname":"Anna","shipping_lastname":"Becker","shipping_name":"Anna Becker","total_paid":35,"total_due":0,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":2}
