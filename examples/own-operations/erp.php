<?php

// The calls of an ERP connector by SOAP v1 and v2. php erp.php http://127.0.0.1:8080
$url = $argv[1] ?? 'http://127.0.0.1:8080';
$options = ['cache_wsdl' => WSDL_CACHE_NONE];

$v1 = new SoapClient("$url/api/soap?wsdl", $options);
$session = $v1->login('admin', 'admin123');
$ids = $v1->call($session, 'ol_customer.search', [['website_id' => ['in' => [1]]]]);
echo 'customers ', json_encode($ids), "\n";

$v2 = new SoapClient("$url/api/v2_soap?wsdl", $options);
$session = $v2->login('admin', 'admin123');
$done = $v2->oerpCataloginventoryStockItemUpdate($session, 1, (object) ['qty' => 43, 'is_in_stock' => 1]);
echo 'updated ', json_encode($done), "\n";
foreach ($v2->oerpCataloginventoryStockItemSynced($session) as $row) {
    echo "synced $row->product_id $row->qty by $row->sent_by\n";
}

try {
    $v2->oerpCataloginventoryStockItemUpdate($session, 999999, (object) ['qty' => 1]);
} catch (SoapFault $fault) {
    echo "fault $fault->faultcode $fault->faultstring\n";
}
