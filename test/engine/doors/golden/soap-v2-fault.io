// Faults by SOAP v2
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:catalogProductInfo><sessionId xsi:type="xsd:string">$session</sessionId><productId xsi:type="xsd:string">999</productId></ns1:catalogProductInfo>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>
<SOAP-ENV:Fault><faultcode>101</faultcode>
<faultstring>There is no such product (productId: &quot;999&quot;).</faultstring>
<detail><fault>product_not_exists</fault></detail></SOAP-ENV:Fault>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:call><sessionId xsi:type="xsd:string">$session</sessionId></ns1:call>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 500
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>
<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode>
<faultstring>Procedure 'call' not present</faultstring>
</SOAP-ENV:Fault>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:catalogProductSetSpecialPrice><sessionId xsi:type="xsd:string">$session</sessionId><product xsi:type="xsd:string">1</product><specialPrice xsi:type="xsd:string">-1</specialPrice></ns1:catalogProductSetSpecialPrice>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>
<SOAP-ENV:Fault><faultcode>102</faultcode>
<faultstring>The product data is not usable:
specialPrice: must be 0 or more, not &quot;-1&quot;</faultstring>
<detail><fault>data_invalid</fault></detail></SOAP-ENV:Fault>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
