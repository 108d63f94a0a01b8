// Several calls by plain HTTP, one of which fails; without a header, the session is in the body.
// @dataset sample
>> POST /api/rpc/multiCall {"sessionId": "$session", "calls": [["catalog_category.currentStore", ["german"]], ["customer.info", [99]]]}
<< 200 [3,{"isFault":true,"faultCode":102,"faultMessage":"Customer 99 was not found.","fault":"customer_not_exists","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}]
>> POST /api/rpc/multiCall {"calls": []}
<< 401 {"code":5,"message":"The session is unknown or timed out, log in again.","data":{"fault":"session_expired"}}
>> POST /api/rpc/multiCall {"sessionId": "$session", "calls": 5}
<< 400 {"code":6,"message":"calls: must be a list of calls","data":{"fault":"invalid_request_param","parameter":"calls"}}
