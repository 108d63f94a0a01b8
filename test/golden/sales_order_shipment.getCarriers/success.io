// The same for every order
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.getCarriers","100000001"]}
<< {"jsonrpc":"2.0","result":{"custom":"Custom Value","dhl":"DHL (Deprecated)","fedex":"Federal Express","ups":"United Parcel Service","usps":"United States Postal Service","dhlint":"DHL"},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.getCarriers","100000007"]}
<< {"jsonrpc":"2.0","result":{"custom":"Custom Value","dhl":"DHL (Deprecated)","fedex":"Federal Express","ups":"United Parcel Service","usps":"United States Postal Service","dhlint":"DHL"},"id":2}
