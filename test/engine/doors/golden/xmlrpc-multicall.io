// Several calls by one request
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>multiCall</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><array><data><value><array><data><value><string>catalog_product.currentStore</string></value><value><string>german</string></value></data></array></value><value><array><data><value><string>catalog_product.info</string></value><value><array><data><value><int>999</int></value></data></array></value></data></array></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data><value><int>3</int></value><value><struct><member><name>faultCode</name><value><string>101</string></value></member>
<member><name>faultMessage</name><value><string>There is no such product (productId: 999).</string></value></member>
<member><name>fault</name><value><string>product_not_exists</string></value></member>
<member><name>data</name><value><struct><member><name>fault</name><value><string>product_not_exists</string></value></member>
<member><name>resource</name><value><string>catalog_product</string></value></member>
<member><name>parameter</name><value><string>productId</string></value></member>
</struct></value></member>
<member><name>isFault</name><value><boolean>1</boolean></value></member>
</struct></value></data></array></value></param>
</params></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>system.multicall</methodName>
<params>
<param><value><array><data><value><struct><member><name>methodName</name><value><string>call</string></value></member>
<member><name>params</name><value><array><data><value><string>$session</string></value><value><string>catalog_product.currentStore</string></value><value><array><data><value><string>german</string></value></data></array></value></data></array></value></member>
</struct></value><value><struct><member><name>methodName</name><value><string>nope</string></value></member>
<member><name>params</name><value><array><data/></array></value></member>
</struct></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data><value><array><data><value><int>3</int></value></data></array></value><value><struct><member><name>faultCode</name><value><int>620</int></value></member>
<member><name>faultString</name><value><string>Method &quot;nope&quot; does not exist</string></value></member>
</struct></value></data></array></value></param>
</params></methodResponse>
