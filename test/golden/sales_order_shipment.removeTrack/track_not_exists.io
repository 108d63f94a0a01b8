// Unknown, or of another shipment
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.removeTrack",["100000001",2]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"track_not_exists","resource":"sales_order_shipment","parameter":"trackId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.removeTrack",["100000001","x"]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"track_not_exists","resource":"sales_order_shipment","parameter":"trackId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.removeTrack",["100000001",2]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"track_not_exists","resource":"sales_order_shipment","parameter":"trackId"}},"id":3}
