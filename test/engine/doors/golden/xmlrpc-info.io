// A product by its SKU, some attributes
>> POST /api/xmlrpc
<?xml version="1.0"?>
<methodCall>
<methodName>call</methodName>
<params>
<param><value><string>$session</string></value></param>
<param><value><string>catalog_product.info</string></value></param>
<param><value><array><data><value><string>mug-01</string></value><value><nil/></value><value><array><data><value><string>name</string></value><value><string>price</string></value><value><string>status</string></value><value><string>old_id</string></value></data></array></value></data></array></value></param>
</params></methodCall>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><params>
<param><value><struct><member><name>product_id</name><value><string>1</string></value></member>
<member><name>sku</name><value><string>mug-01</string></value></member>
<member><name>set</name><value><string>4</string></value></member>
<member><name>type</name><value><string>simple</string></value></member>
<member><name>categories</name><value><array><data><value><string>3</string></value><value><string>5</string></value></data></array></value></member>
<member><name>websites</name><value><array><data><value><string>1</string></value><value><string>2</string></value></data></array></value></member>
<member><name>name</name><value><string>Stoneware Mug</string></value></member>
<member><name>old_id</name><value><nil/></value></member>
<member><name>status</name><value><string>1</string></value></member>
<member><name>price</name><value><string>12.5000</string></value></member>
</struct></value></param>
</params></methodResponse>
