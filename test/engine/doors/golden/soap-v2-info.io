// A typed product by SOAP v2
>> POST /api/v2_soap
<?xml version="1.0"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://xml.apache.org/xml-soap" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>
<ns1:catalogProductInfo><sessionId xsi:type="xsd:string">$session</sessionId><productId xsi:type="xsd:string">1</productId><attributes><attributes><item>name</item>
<item>price</item>
</attributes></attributes></ns1:catalogProductInfo>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
<< 200
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>
<ns1:catalogProductInfoResponse><info xsi:type="ns1:catalogProductReturnEntity"><product_id xsi:type="xsd:string">1</product_id><sku xsi:type="xsd:string">mug-01</sku><set xsi:type="xsd:string">4</set><type xsi:type="xsd:string">simple</type><categories SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">3</item>
<item xsi:type="xsd:string">5</item>
</categories><websites SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">1</item>
<item xsi:type="xsd:string">2</item>
</websites><name xsi:type="xsd:string">Stoneware Mug</name><price xsi:type="xsd:string">12.5000</price></info></ns1:catalogProductInfoResponse>
</SOAP-ENV:Body>
</SOAP-ENV:Envelope>
