// The active cart itself.
// @dataset sample
>> POST /control/carts {"customer_id":1}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart_product.moveToCustomerQuote",[1,[{"sku":"mug-01"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1030,"message":"…","data":{"fault":"quotes_are_similar","resource":"cart_product","parameter":"quoteId"}},"id":1}
