// A list, and nothing found
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.list</string></value></param>
<param><value><array><data><value><struct><member><name>sku</name><value><struct><member><name>in</name><value><array><data><value><string>mug-01</string></value><value><string>mug-02</string></value></data></array></value></member>
</struct></value></member>
</struct></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data><value><struct><member><name>product_id</name><value><string>1</string></value></member>
<member><name>sku</name><value><string>mug-01</string></value></member>
<member><name>name</name><value><string>Stoneware Mug</string></value></member>
<member><name>set</name><value><string>4</string></value></member>
<member><name>type</name><value><string>simple</string></value></member>
<member><name>category_ids</name><value><array><data><value><string>3</string></value><value><string>5</string></value></data></array></value></member>
<member><name>website_ids</name><value><array><data><value><string>1</string></value><value><string>2</string></value></data></array></value></member>
</struct></value><value><struct><member><name>product_id</name><value><string>2</string></value></member>
<member><name>sku</name><value><string>mug-02</string></value></member>
<member><name>name</name><value><string>Espresso Cup</string></value></member>
<member><name>set</name><value><string>4</string></value></member>
<member><name>type</name><value><string>simple</string></value></member>
<member><name>category_ids</name><value><array><data><value><string>5</string></value></data></array></value></member>
<member><name>website_ids</name><value><array><data><value><string>1</string></value></data></array></value></member>
</struct></value></data></array></value></param>
</params></methodResponse>
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>customer.list</string></value></param>
<param><value><array><data><value><struct><member><name>email</name><value><string>nobody@example.com</string></value></member>
</struct></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><array><data/></array></value></param>
</params></methodResponse>
