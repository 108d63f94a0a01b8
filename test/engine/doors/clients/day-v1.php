<?php
// A day in the shop by PHP's SoapClient and SOAP v1, in WSDL mode. Argument: the address of the server.
ini_set("soap.wsdl_cache_enabled", "0");
[, $url] = $argv;

function control(string $method, string $path, array $body): array
{
    global $url;
    $headers = "Content-Type: application/json";
    $options = ["method" => $method, "header" => $headers, "content" => json_encode($body)];
    return json_decode(file_get_contents($url . $path, false, stream_context_create(["http" => $options])), true);
}

$client = new SoapClient("$url/api/soap/?wsdl");
$session = $client->login("admin", "admin123");
$call = fn(string $path, ...$args) => $client->call($session, $path, $args);

$found = $call("catalog_product.list", ["sku" => ["in" => ["mug-01", "mug-02"]]]);
if (count($call("catalog_product.list", new stdClass)) < 40) throw new Exception("an empty object is not a filter");
$call("catalog_product.update", "mug-01", ["name" => "Renamed"]);
$product = $call("catalog_product.info", 1);
$call("product_stock.update", "mug-01", ["qty" => 7, "is_in_stock" => 1]);
[$stock] = $call("product_stock.list", ["mug-01"]);

$order = control("POST", "/control/orders", ["customer_id" => 1, "items" => [["sku" => "mug-01", "qty" => 1]]])["increment_id"];
$listed = $call("sales_order.list", ["increment_id" => $order]);
$shipment = $call("sales_order_shipment.create", $order, [], "Packed");
$call("sales_order_shipment.addTrack", $shipment, "ups", "UPS", "1Z999");
$invoice = $call("sales_order_invoice.create", $order, []);
$call("sales_order.addComment", $order, "complete", "Thank you");
$info = $call("sales_order.info", $order);
$shipped = $call("sales_order_shipment.info", $shipment);

try {
    $call("catalog_product.info", "nothing");
    $fault = null;
} catch (SoapFault $failure) {
    $fault = $failure->faultcode;
}
control("PUT", "/control/clock", ["advance_seconds" => 4000]);
try {
    $call("catalog_product.info", 1);
    $expired = null;
} catch (SoapFault $failure) {
    $expired = $failure->faultcode;
}
$session = $client->login("admin", "admin123");
$call = fn(string $path, ...$args) => $client->call($session, $path, $args);
$again = $call("catalog_product.info", 1)["sku"];

echo json_encode([
    "found" => array_column($found, "sku"),
    "name" => $product["name"],
    "price" => $product["price"],
    "qty" => $stock["qty"],
    "listed" => count($listed),
    "state" => $info["state"],
    "comment" => $info["status_history"][0]["comment"],
    "track" => $shipped["tracks"][0]["number"],
    "invoiced" => $invoice !== "",
    "fault" => (string) $fault,
    "expired" => (string) $expired,
    "again" => $again,
]);
