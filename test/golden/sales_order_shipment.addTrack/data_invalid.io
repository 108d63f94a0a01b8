// Unknown carriers and blank numbers
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.addTrack",["100000001","flatrate","x","1"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"sales_order_shipment","errors":[{"field":"carrier","message":"…"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.addTrack",["100000001","UPS","x","1"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"sales_order_shipment","errors":[{"field":"carrier","message":"…"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.addTrack",["100000001","ups","x","  "]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"sales_order_shipment","errors":[{"field":"trackNumber","message":"…"}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.addTrack",["100000001",["ups"],"x","1"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"sales_order_shipment","errors":[{"field":"carrier","message":"…"}]}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_shipment.addTrack",["100000001","ups",{},"1"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"sales_order_shipment","errors":[{"field":"title","message":"…"}]}},"id":5}
