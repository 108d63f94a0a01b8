// Filters and lists by SOAP v2
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:catalogProductList><sessionId xsi:type="xsd:string">$session</sessionId><filters><complex_filter><item><key>sku</key><value><key>in</key><value>mug-01,mug-02</value></value></item>
</complex_filter></filters></ns1:catalogProductList>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:catalogProductListResponse><storeView SOAP-ENC:arrayType="ns1:catalogProductEntity[2]" xsi:type="ns1:catalogProductEntityArray"><item xsi:type="ns1:catalogProductEntity"><product_id xsi:type="xsd:string">1</product_id><sku xsi:type="xsd:string">mug-01</sku><name xsi:type="xsd:string">Stoneware Mug</name><set xsi:type="xsd:string">4</set><type xsi:type="xsd:string">simple</type><category_ids SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">3</item>
<item xsi:type="xsd:string">5</item>
</category_ids><website_ids SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">1</item>
<item xsi:type="xsd:string">2</item>
</website_ids></item>
<item xsi:type="ns1:catalogProductEntity"><product_id xsi:type="xsd:string">2</product_id><sku xsi:type="xsd:string">mug-02</sku><name xsi:type="xsd:string">Espresso Cup</name><set xsi:type="xsd:string">4</set><type xsi:type="xsd:string">simple</type><category_ids SOAP-ENC:arrayType="xsd:string[1]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">5</item>
</category_ids><website_ids SOAP-ENC:arrayType="xsd:string[1]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">1</item>
</website_ids></item>
</storeView></ns1:catalogProductListResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:salesOrderShipmentGetCarriers><sessionId xsi:type="xsd:string">$session</sessionId><orderIncrementId xsi:type="xsd:string">100000001</orderIncrementId></ns1:salesOrderShipmentGetCarriers>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:salesOrderShipmentGetCarriersResponse><result SOAP-ENC:arrayType="ns1:associativeEntity[6]" xsi:type="ns1:associativeArray"><item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">custom</key><value xsi:type="xsd:string">Custom Value</value></item>
<item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">dhl</key><value xsi:type="xsd:string">DHL (Deprecated)</value></item>
<item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">fedex</key><value xsi:type="xsd:string">Federal Express</value></item>
<item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">ups</key><value xsi:type="xsd:string">United Parcel Service</value></item>
<item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">usps</key><value xsi:type="xsd:string">United States Postal Service</value></item>
<item xsi:type="ns1:associativeEntity"><key xsi:type="xsd:string">dhlint</key><value xsi:type="xsd:string">DHL</value></item>
</result></ns1:salesOrderShipmentGetCarriersResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:catalogProductAttributeTierPriceInfo><sessionId xsi:type="xsd:string">$session</sessionId><product xsi:type="xsd:string">1</product></ns1:catalogProductAttributeTierPriceInfo>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:catalogProductAttributeTierPriceInfoResponse><result SOAP-ENC:arrayType="ns1:catalogProductTierPriceEntity[2]" xsi:type="ns1:catalogProductTierPriceEntityArray"><item xsi:type="ns1:catalogProductTierPriceEntity"><customer_group_id xsi:type="xsd:string">all</customer_group_id><website xsi:type="xsd:string">all</website><qty xsi:type="xsd:int">6</qty><price xsi:type="xsd:double">11.5</price></item>
<item xsi:type="ns1:catalogProductTierPriceEntity"><customer_group_id xsi:type="xsd:string">2</customer_group_id><website xsi:type="xsd:string">base</website><qty xsi:type="xsd:int">12</qty><price xsi:type="xsd:double">9.75</price></item>
</result></ns1:catalogProductAttributeTierPriceInfoResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
