// Numbers, flags and nil by XML-RPC
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product_attribute.options</string></value></param>
<param><value><array><data><value><string>status</string></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data><value><struct><member><name>value</name><value><string></string></value></member>
<member><name>label</name><value><string>-- Please Select --</string></value></member>
</struct></value><value><struct><member><name>value</name><value><int>1</int></value></member>
<member><name>label</name><value><string>Enabled</string></value></member>
</struct></value><value><struct><member><name>value</name><value><int>2</int></value></member>
<member><name>label</name><value><string>Disabled</string></value></member>
</struct></value></data></array></value></param>
</params></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.getSpecialPrice</string></value></param>
<param><value><array><data><value><int>1</int></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><struct><member><name>special_price</name><value><nil/></value></member>
<member><name>special_from_date</name><value><nil/></value></member>
<member><name>special_to_date</name><value><nil/></value></member>
</struct></value></param>
</params></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>customer_address.info</string></value></param>
<param><value><array><data><value><int>1</int></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><struct><member><name>customer_address_id</name><value><string>1</string></value></member>
<member><name>customer_id</name><value><string>1</string></value></member>
<member><name>firstname</name><value><string>Anna</string></value></member>
<member><name>lastname</name><value><string>Becker</string></value></member>
<member><name>middlename</name><value><string></string></value></member>
<member><name>prefix</name><value><string></string></value></member>
<member><name>suffix</name><value><string></string></value></member>
<member><name>company</name><value><string></string></value></member>
<member><name>street</name><value><string>100 Market Street
Apartment 4</string></value></member>
<member><name>city</name><value><string>San Francisco</string></value></member>
<member><name>region</name><value><string>California</string></value></member>
<member><name>region_id</name><value><string>12</string></value></member>
<member><name>postcode</name><value><string>94105</string></value></member>
<member><name>country_id</name><value><string>US</string></value></member>
<member><name>telephone</name><value><string>415-555-0100</string></value></member>
<member><name>fax</name><value><string></string></value></member>
<member><name>is_default_billing</name><value><boolean>1</boolean></value></member>
<member><name>is_default_shipping</name><value><boolean>1</boolean></value></member>
<member><name>created_at</name><value><string>2024-01-02T08:00:00+00:00</string></value></member>
<member><name>updated_at</name><value><string>2024-01-02 08:00:00</string></value></member>
</struct></value></param>
</params></methodResponse>
