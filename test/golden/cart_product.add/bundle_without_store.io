// Carts of the technical store cannot hold bundles.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",[]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"box-tea","bundle_option":{"1":1,"2":3}}]]]}
<< {"jsonrpc":"2.0","error":{"code":1022,"message":"Please specify product option(s). (products[0]: {\"sku\":\"box-tea\",\"bundle_option\":{\"1\":1,\"2\":3}})","data":{"fault":"add_product_fault","resource":"cart_product","errors":[{"field":"products[0]","message":"Please specify product option(s). (products[0]: {\"sku\":\"box-tea\",\"bundle_option\":{\"1\":1,\"2\":3}})"}]}},"id":2}
