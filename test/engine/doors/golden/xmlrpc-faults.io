// The table of a namespace
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>resourceFaults</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>product_tier_price</string></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data><value><struct><member><name>code</name><value><string>100</string></value></member>
<member><name>message</name><value><string>There is no such product.</string></value></member>
<member><name>fault</name><value><string>product_not_exists</string></value></member>
</struct></value><value><struct><member><name>code</name><value><string>101</string></value></member>
<member><name>message</name><value><string>The tier prices are not usable.</string></value></member>
<member><name>fault</name><value><string>data_invalid</string></value></member>
</struct></value><value><struct><member><name>code</name><value><string>102</string></value></member>
<member><name>message</name><value><string>The change could not be stored.</string></value></member>
<member><name>fault</name><value><string>not_updated</string></value></member>
</struct></value></data></array></value></param>
</params></methodResponse>
