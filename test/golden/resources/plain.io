// Without credentials nothing is listed.
>> POST /api/rpc/resources
<< 401 {"code":5,"message":"The session is unknown or timed out, log in again.","data":{"fault":"session_expired"}}
