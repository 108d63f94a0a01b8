// A product by SOAP v1
>> POST /api/soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:call><sessionId xsi:type="xsd:string">$session</sessionId><resourcePath xsi:type="xsd:string">catalog_product.info</resourcePath><args SOAP-ENC:arrayType="xsd:ur-type[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:int">2</item>
<item xsi:nil="true"/><item SOAP-ENC:arrayType="xsd:string[1]" xsi:type="SOAP-ENC:Array"><item>price</item>
</item>
</args></ns1:call>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:callResponse><callReturn xsi:type="ns2:Map"><item><key xsi:type="xsd:string">product_id</key><value xsi:type="xsd:string">2</value></item>
<item><key xsi:type="xsd:string">sku</key><value xsi:type="xsd:string">mug-02</value></item>
<item><key xsi:type="xsd:string">set</key><value xsi:type="xsd:string">4</value></item>
<item><key xsi:type="xsd:string">type</key><value xsi:type="xsd:string">simple</value></item>
<item><key xsi:type="xsd:string">categories</key><value SOAP-ENC:arrayType="xsd:string[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">5</item>
</value></item>
<item><key xsi:type="xsd:string">websites</key><value SOAP-ENC:arrayType="xsd:string[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">1</item>
</value></item>
<item><key xsi:type="xsd:string">price</key><value xsi:type="xsd:string">8.9000</value></item>
</callReturn></ns1:callResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
