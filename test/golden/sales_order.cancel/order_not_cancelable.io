// On hold, in review, at the end, nothing left to invoice, or refused by the gateway
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.cancel","100000005"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_cancelable","resource":"sales_order"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.cancel","100000011"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_cancelable","resource":"sales_order"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.cancel","100000003"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_cancelable","resource":"sales_order"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.cancel","100000009"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_cancelable","resource":"sales_order"}},"id":4}
>> PUT /control/gateway {"answer":"fail"}
<< 200 {"answer":"fail","times":1}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.cancel","100000008"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_cancelable","resource":"sales_order"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","sales_order.list",[{"increment_id":"100000008"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000008","order_id":9,"created_at":"2024-01-26 11:11:00","updated_at":"2024-01-26 11:11:00","status":"processing","state":"processing","customer_id":1,"base_grand_total":35,"grand_total":35,"store_id":1,"customer_firstname":"Anna","customer_lastname":"Becker","customer_email":"anna.becker@example.com","billing_firstname":"Anna","billing_lastname":"Becker","billing_name":"Anna Becker","shipping_firstname":"Anna","shipping_lastname":"Becker","shipping_name":"Anna Becker","total_paid":0,"total_due":35,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","sales_order.cancel","100000008"]}
<< {"jsonrpc":"2.0","result":true,"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","sales_order.list",[{"increment_id":"100000008"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000008","order_id":9,"created_at":"2024-01-26 11:11:00","updated_at":"2025-06-01 12:00:00","status":"canceled","state":"canceled","customer_id":1,"base_grand_total":35,"grand_total":35,"store_id":1,"customer_firstname":"Anna","customer_lastname":"Becker","customer_email":"anna.becker@example.com","billing_firstname":"Anna","billing_lastname":"Becker","billing_name":"Anna Becker","shipping_firstname":"Anna","shipping_lastname":"Becker","shipping_name":"Anna Becker","total_paid":0,"total_due":35,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":8}
