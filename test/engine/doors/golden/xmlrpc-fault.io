// Faults by number, text and name
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.info</string></value></param>
<param><value><array><data><value><int>999</int></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>101</int></value></member>
<member><name>faultString</name><value><string>There is no such product (productId: 999).</string></value></member>
</struct></value></fault></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>nope</methodName>
<params>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>620</int></value></member>
<member><name>faultString</name><value><string>Method &quot;nope&quot; does not exist</string></value></member>
</struct></value></fault></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>nope.x</string></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>3</int></value></member>
<member><name>faultString</name><value><string>There is no operation &quot;nope.x&quot;.</string></value></member>
</struct></value></fault></methodResponse>
>> POST /api/xmlrpc
<methodCall/>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>632</int></value></member>
<member><name>faultString</name><value><string>Invalid request, no method passed; request must contain a 'methodName' tag</string></value></member>
</struct></value></fault></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>x</methodName>
<params>
<param><value><int>abc</int></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>636</int></value></member>
<member><name>faultString</name><value><string>Error creating xmlrpc value</string></value></member>
</struct></value></fault></methodResponse>
