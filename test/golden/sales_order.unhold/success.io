// State and status of the time before come back
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.addComment",["100000005","fraud","Not remembered."]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.unhold","100000005"]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.list",[{"increment_id":"100000005"}]]}
<< {"jsonrpc":"2.0","result":[{"increment_id":"100000005","order_id":5,"created_at":"2024-01-21 17:45:00","updated_at":"2025-06-01 12:00:00","status":"processing","state":"new","customer_id":4,"base_grand_total":53,"grand_total":53,"store_id":1,"customer_firstname":"Liam","customer_lastname":"O'Connor","customer_email":"liam.oconnor@example.com","billing_firstname":"Liam","billing_lastname":"O'Connor","billing_name":"Liam O'Connor","shipping_firstname":"Liam","shipping_lastname":"O'Connor","shipping_name":"Liam O'Connor","total_paid":0,"total_due":53,"total_refunded":0,"order_currency_code":"USD","base_currency_code":"USD"}],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.unhold","100000005"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_unholdable","resource":"sales_order"}},"id":4}
