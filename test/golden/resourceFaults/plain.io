// The faults of a namespace by plain HTTP.
>> POST /api/rpc/resourceFaults {"sessionId": "$session", "resourceName": "catalog_product_type"}
<< 200 []
>> POST /api/rpc/resourceFaults {"sessionId": "$session", "resourceName": "nope"}
<< 404 {"code":3,"message":"There is no such namespace.","data":{"fault":"resource_path_invalid"}}
