<?php
// A day in the shop by PHP's SoapClient and SOAP v2, in WSDL mode. Argument: the address of the server.
ini_set("soap.wsdl_cache_enabled", "0");
[, $url] = $argv;

function control(string $method, string $path, array $body): array
{
    global $url;
    $headers = "Content-Type: application/json";
    $options = ["method" => $method, "header" => $headers, "content" => json_encode($body)];
    return json_decode(file_get_contents($url . $path, false, stream_context_create(["http" => $options])), true);
}

$client = new SoapClient("$url/api/v2_soap/?wsdl");
$session = $client->login("admin", "admin123");

$filters = ["complex_filter" => [["key" => "sku", "value" => ["key" => "in", "value" => "mug-01,mug-02"]]]];
$found = $client->catalogProductList($session, $filters);
$client->catalogProductUpdate($session, "mug-01", ["name" => "Renamed"]);
$product = $client->catalogProductInfo($session, "1");
$client->catalogInventoryStockItemUpdate($session, "mug-01", ["qty" => "7", "is_in_stock" => 1]);
[$stock] = $client->catalogInventoryStockItemList($session, ["mug-01"]);

$order = control("POST", "/control/orders", ["customer_id" => 1, "items" => [["sku" => "mug-01", "qty" => 1]]])["increment_id"];
$listed = $client->salesOrderList($session, ["filter" => [["key" => "increment_id", "value" => $order]]]);
$shipment = $client->salesOrderShipmentCreate($session, $order, [], "Packed");
$client->salesOrderShipmentAddTrack($session, $shipment, "ups", "UPS", "1Z999");
$invoice = $client->salesOrderInvoiceCreate($session, $order, []);
$client->salesOrderAddComment($session, $order, "complete", "Thank you");
$info = $client->salesOrderInfo($session, $order);
$shipped = $client->salesOrderShipmentInfo($session, $shipment);

function codeOf(callable $call): string
{
    try {
        $call();
        return "";
    } catch (SoapFault $failure) {
        return (string) $failure->faultcode;
    }
}

$fault = codeOf(fn() => $client->catalogProductInfo($session, "nothing"));
control("PUT", "/control/clock", ["advance_seconds" => 4000]);
$expired = codeOf(fn() => $client->catalogProductInfo($session, "1"));
$session = $client->login("admin", "admin123");

echo json_encode([
    "found" => array_map(fn($one) => $one->sku, $found),
    "name" => $product->name,
    "price" => $product->price,
    "qty" => $stock->qty,
    "listed" => count($listed),
    "state" => $info->state,
    "comment" => $info->status_history[0]->comment,
    "track" => $shipped->tracks[0]->number,
    "invoiced" => $invoice !== "",
    "fault" => $fault,
    "expired" => $expired,
    "again" => $client->catalogProductInfo($session, "1")->sku,
]);
