// Logging in by plain HTTP; a refusal is 401, an invalid request 400.
>> POST /api/rpc/login {"username": "admin", "apiKey": "admin123"}
<< 200 "…"
>> POST /api/rpc/login {"username": "admin", "apiKey": "wrong123"}
<< 401 {"code":2,"message":"Not permitted.","data":{"fault":"access_denied"}}
>> POST /api/rpc/login {"username": "admin"}
<< 400 {"code":6,"message":"apiKey: must not be an empty text","data":{"fault":"invalid_request_param","parameter":"apiKey"}}
>> GET /api/rpc/login
<< 405 {"code":-32600,"message":"Only POST is allowed here.","data":{"fault":"invalid_request"}}
