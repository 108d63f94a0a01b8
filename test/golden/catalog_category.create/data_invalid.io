// All problems are reported together, and nothing is stored.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"name","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"  "}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"name","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A","display_mode":"X"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"display_mode","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A","available_sort_by":["name"],"default_sort_by":"price"}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"default_sort_by","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.create",[2,["A"]]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"categoryData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":6,"result":3}
