// Writes return a boolean, or a number as text
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.update</string></value></param>
<param><value><array><data><value><int>1</int></value><value><struct><member><name>name</name><value><string>Renamed</string></value></member>
</struct></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><boolean>1</boolean></value></param>
</params></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.create</string></value></param>
<param><value><array><data><value><string>simple</string></value><value><int>4</int></value><value><string>golden</string></value><value><struct><member><name>name</name><value><string>Golden</string></value></member>
<member><name>price</name><value><int>5</int></value></member>
</struct></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><string>50</string></value></param>
</params></methodResponse>
