<?php
// $banner
/**
 * A typical day in the shop, with only the clients. The created objects stay in the shop.
 *
 *     php examples/day.php http://127.0.0.1:8080
 *
 * The address is the first argument or STORE_API_URL; user and key are those of the sample shop.
 */

declare(strict_types=1);

use StoreApi\Control;
use StoreApi\Fault;
use StoreApi\Shop;
use StoreApi\StoreApiError;

require __DIR__ . '/../autoload.php';

// A minimal PNG.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

$url = $argv[1] ?? (getenv('STORE_API_URL') ?: 'http://127.0.0.1:8080');
$shop = new Shop($url, 'admin', 'admin123');
$control = new Control($url);
$stamp = dechex(hrtime(true));

echo 'session ', substr($shop->login(), 0, 8), "…\n";

$sku = "day-{$stamp}";
$productId = $shop->catalogProduct->create(
    type: 'simple',
    set: 4,
    sku: $sku,
    productData: [
        'name' => 'Breakfast Mug',
        'price' => 14.9,
        'weight' => 0.4,
        'status' => 1,
        'visibility' => 4,
        'description' => 'Holds 300 ml.',
        'short_description' => 'A mug.',
        'website_ids' => [1],
        'stock_data' => ['qty' => 50, 'is_in_stock' => 1, 'manage_stock' => 1, 'use_config_manage_stock' => 0],
    ],
);
$product = $shop->catalogProduct->info(productId: $productId, attributes: ['name', 'price', 'stock_data']);
echo "product {$product->product_id}: {$product->name}, {$product->price}, {$product->stock_data->qty} in stock\n";

$mugs = $shop->catalogProduct->list(filters: ['sku' => ['like' => '%mug%'], 'status' => 1]);
echo count($mugs), " products have \"mug\" in their SKU, the first is {$mugs[0]->name}\n";

$categoryId = $shop->catalogCategory->create(
    parentId: 2,
    categoryData: [
        'name' => "Breakfast {$stamp}",
        'is_active' => true,
        'include_in_menu' => true,
        'available_sort_by' => ['name'],
    ],
);
$shop->catalogCategory->assignProduct(categoryId: $categoryId, productId: $productId, position: 1);
$assigned = $shop->catalogCategory->assignedProducts(categoryId: $categoryId);
echo "category {$categoryId} holds ", implode(', ', array_column($assigned, 'sku')), "\n";

$file = $shop->catalogProductAttributeMedia->create(
    productId: $productId,
    data: [
        'file' => ['content' => PIXEL, 'mime' => 'image/png', 'name' => 'mug'],
        'label' => 'A mug',
        'types' => ['image', 'thumbnail'],
    ],
);
$image = $shop->catalogProductAttributeMedia->info(productId: $productId, file: $file);
echo "image {$image->file} at {$image->url}\n";

$customerId = $shop->customer->create(customerData: [
    'email' => "ada-{$stamp}@example.com",
    'firstname' => 'Ada',
    'lastname' => 'King',
    'password' => 'analytical1',
    'website_id' => 1,
    'group_id' => 1,
]);
$addressId = $shop->customerAddress->create(customerId: $customerId, addressData: [
    'firstname' => 'Ada',
    'lastname' => 'King',
    'street' => ['1 Main Street', 'Floor 2'],
    'city' => 'Berlin',
    'postcode' => '10115',
    'country_id' => 'DE',
    'region' => 'Berlin',
    'telephone' => '030 123456',
    'is_default_billing' => true,
    'is_default_shipping' => true,
]);
echo "customer {$customerId} with address {$addressId}\n";

$order = $control->placeOrder(['customer_id' => $customerId, 'items' => [['sku' => $sku, 'qty' => 2]]]);
$number = $order->increment_id;
$itemId = $order->items[0]->item_id;
$invoice = $shop->salesOrderInvoice->create(orderIncrementId: $number, comment: 'Thank you.');
$shipment = $shop->salesOrderShipment->create(
    orderIncrementId: $number,
    itemsQty: [['order_item_id' => $itemId, 'qty' => 2]],
);
$shop->salesOrderShipment->addTrack(
    shipmentIncrementId: $shipment,
    carrier: 'custom',
    title: 'By bicycle',
    trackNumber: 'B-1',
);
$creditmemo = $shop->salesOrderCreditmemo->create(
    orderIncrementId: $number,
    creditmemoData: ['items' => [['order_item_id' => $itemId, 'qty' => 1]], 'shipping_amount' => 0],
);
$info = $shop->salesOrder->info(orderIncrementId: $number);
echo "order {$number}: invoice {$invoice}, shipment {$shipment}, credit memo {$creditmemo}\n";
echo "it is {$info->state}, {$info->total_refunded} refunded\n";

$control->addFault(['operation' => 'catalog_product.info', 'fault' => Fault::PRODUCT_NOT_EXISTS]);
try {
    $shop->catalogProduct->info(productId: $productId);
} catch (StoreApiError $error) {
    if ($error->fault !== Fault::PRODUCT_NOT_EXISTS) {
        throw $error;
    }
    echo "the forced fault came: there is no such product\n";
}

$curl = curl_init("{$url}/api/rest/customers/{$customerId}");
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Accept: application/json', "Authorization: Bearer {$shop->session()}"],
]);
$customer = json_decode((string) curl_exec($curl), true);
echo "by REST: {$customer['email']}\n";

$shop->endSession();
