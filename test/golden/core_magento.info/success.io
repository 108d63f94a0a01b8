// The product name and version that clients get.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","core_magento.info"]}
<< {"jsonrpc":"2.0","result":{"magento_edition":"Community","magento_version":"1.9.4.5","openmage_version":"20.16.0"},"id":1}
