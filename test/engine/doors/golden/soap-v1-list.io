// Empty and mixed collections by SOAP v1
>> POST /api/soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:call><sessionId xsi:type="xsd:string">$session</sessionId><resourcePath xsi:type="xsd:string">customer.list</resourcePath><args SOAP-ENC:arrayType="xsd:ur-type[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="ns2:Map"><item><key xsi:type="xsd:string">email</key><value xsi:type="xsd:string">x</value></item>
</item>
</args></ns1:call>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:callResponse><callReturn SOAP-ENC:arrayType="xsd:ur-type[0]" xsi:type="SOAP-ENC:Array"/></ns1:callResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
>> POST /api/soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:call><sessionId xsi:type="xsd:string">$session</sessionId><resourcePath xsi:type="xsd:string">catalog_product_attribute.options</resourcePath><args>status</args></ns1:call>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:callResponse><callReturn SOAP-ENC:arrayType="ns2:Map[3]" xsi:type="SOAP-ENC:Array"><item xsi:type="ns2:Map"><item><key xsi:type="xsd:string">value</key><value xsi:type="xsd:string"></value></item>
<item><key xsi:type="xsd:string">label</key><value xsi:type="xsd:string">-- Please Select --</value></item>
</item>
<item xsi:type="ns2:Map"><item><key xsi:type="xsd:string">value</key><value xsi:type="xsd:int">1</value></item>
<item><key xsi:type="xsd:string">label</key><value xsi:type="xsd:string">Enabled</value></item>
</item>
<item xsi:type="ns2:Map"><item><key xsi:type="xsd:string">value</key><value xsi:type="xsd:int">2</value></item>
<item><key xsi:type="xsd:string">label</key><value xsi:type="xsd:string">Disabled</value></item>
</item>
</callReturn></ns1:callResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
