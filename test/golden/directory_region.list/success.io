// By name; two or three letters in any case; a country without known regions.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","directory_region.list",["AT"]]}
<< {"jsonrpc":"2.0","result":[{"region_id":102,"code":"BL","name":"Burgenland"},{"region_id":99,"code":"KN","name":"Kärnten"},{"region_id":96,"code":"NO","name":"Niederösterreich"},{"region_id":97,"code":"OO","name":"Oberösterreich"},{"region_id":98,"code":"SB","name":"Salzburg"},{"region_id":100,"code":"ST","name":"Steiermark"},{"region_id":101,"code":"TI","name":"Tirol"},{"region_id":103,"code":"VB","name":"Vorarlberg"},{"region_id":95,"code":"WI","name":"Wien"}],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","region.list",["aut"]]}
<< {"jsonrpc":"2.0","result":[{"region_id":102,"code":"BL","name":"Burgenland"},{"region_id":99,"code":"KN","name":"Kärnten"},{"region_id":96,"code":"NO","name":"Niederösterreich"},{"region_id":97,"code":"OO","name":"Oberösterreich"},{"region_id":98,"code":"SB","name":"Salzburg"},{"region_id":100,"code":"ST","name":"Steiermark"},{"region_id":101,"code":"TI","name":"Tirol"},{"region_id":103,"code":"VB","name":"Vorarlberg"},{"region_id":95,"code":"WI","name":"Wien"}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","directory_region.list",["GB"]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
