// All of them are required, and further ones are allowed. Checked before missing parts of the cart.
// @dataset sample
>> POST /control/agreements {"name":"Terms","content":"You pay.","checkbox_text":"I agree"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.license",[1]]}
<< {"jsonrpc":"2.0","result":[{"agreement_id":1,"name":"Terms","content":"You pay.","checkbox_text":"I agree","content_height":null,"position":0,"is_active":true,"is_html":false}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.order",[1]]}
<< {"jsonrpc":"2.0","error":{"code":1005,"message":"…","data":{"fault":"required_agreements_are_not_all","resource":"cart"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart.order",[1,null,[7]]]}
<< {"jsonrpc":"2.0","error":{"code":1005,"message":"…","data":{"fault":"required_agreements_are_not_all","resource":"cart","parameter":"agreements"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart.order",[1,null,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1005,"message":"…","data":{"fault":"required_agreements_are_not_all","resource":"cart","parameter":"agreements"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","cart.order",[1,null,["1",7]]]}
<< {"jsonrpc":"2.0","error":{"code":1008,"message":"Cart is empty (quoteId: 1).","data":{"fault":"create_order_fault","resource":"cart","parameter":"quoteId"}},"id":6}
>> DELETE /control/agreements
<< 204
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","cart.license",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":7}
