<?php
// What the PHP client does, told as JSON to other-languages.test.ts: the address of a shop and of a server that never answers.
declare(strict_types=1);

use StoreApi\{Control, ControlError, Fault, Shop, StoreApiError, StoreClientError};

[, $autoload, $url, $silent] = $argv;
require $autoload;

/** What a call is refused with. */
function refusal(callable $call): StoreApiError|StoreClientError|ControlError|null
{
    try {
        $call();
    } catch (StoreApiError | StoreClientError | ControlError $error) {
        return $error;
    }
    return null;
}

$told = [];
$shop = new Shop($url, 'admin', 'admin123');
$told['typed'] = $shop->catalogProductType->items()[0]->type;
$first = $shop->session();
(new Shop($url, session: $first))->endSession();
$told['expired'] = $shop->catalogProduct->info(productId: 1, attributes: ['name'])->name;
$told['session_changed'] = $shop->session() !== $first;

$fault = refusal(fn () => $shop->customer->info(customerId: 999));
$told['fault'] = [$fault->operation, $fault->fault === Fault::CUSTOMER_NOT_EXISTS, $fault->faultCode, $fault->data['resource']];

$invalid = refusal(fn () => $shop->catalogProduct->create(type: 'simple', set: 4, sku: 'php-1', productData: ['name' => '']));
$told['errors'] = [$invalid->fault, count($invalid->data['errors']) > 0];

$entries = $shop->multiCall([
    ['catalog_product.currentStore', ['store' => 'german']],
    ['sales_order.info', ['orderIncrementId' => 'nope']],
    ['catalog_product.currentStore', ['store' => 'default']],
], stop: true);
$told['multi_call'] = array_map(fn ($entry) => $entry instanceof StoreApiError ? $entry->fault : $entry, $entries);

(new Shop($url, session: $shop->session()))->endSession();
$batch = $shop->batch();
$product = $batch->catalogProduct->info(productId: 1, attributes: ['name']);
$missing = $batch->salesOrder->info(orderIncrementId: 'nope');
$level = $batch->catalogCategory->level();
$batch->send();
$told['batch'] = [$product->value()->sku, $missing->error->fault, count($level->value()) > 0];
$told['batch_raises'] = refusal(fn () => $missing->value())->operation;

$batch = $shop->batch(stop: true);
$current = $batch->catalogProduct->currentStore(store: 'german');
$refused = $batch->salesOrder->info(orderIncrementId: 'nope');
$skipped = $batch->catalogProduct->currentStore(store: 'default');
$batch->send();
$told['stopped'] = [$current->value(), $refused->error !== null, $skipped->error->fault];

$category = ['name' => 'Once', 'is_active' => true, 'include_in_menu' => true, 'available_sort_by' => ['name']];
$create = fn () => $shop->catalogCategory->create(parentId: 2, categoryData: $category, idempotencyKey: 'php-once');
$order = ['customer_id' => 1, 'items' => [['sku' => 'mug-01', 'qty' => 1]]];
$place = fn () => (new Control($url))->placeOrder($order, idempotencyKey: 'php-once');
$told['once'] = [$create() === $create(), $place() == $place()];

$preferring = $shop->withOptions(headers: ['Prefer' => 'fault=store_not_exists']);
$told['headers'] = refusal(fn () => $preferring->catalogProduct->info(productId: 1))->fault;
$told['refused'] = refusal(fn () => (new Shop($url, 'admin', 'wrong-key-1'))->salesOrder->list())->fault;

$started = microtime(true);
$late = refusal(fn () => (new Shop($silent, 'admin', 'admin123', timeout: 0.2))->salesOrder->list());
$told['timed_out'] = [$late->fault, microtime(true) - $started < 5];
$told['unreachable'] = refusal(fn () => (new Shop('http://127.0.0.1:1', session: 's'))->salesOrder->list())->fault;

$control = new Control($url);
$order = ['customer_id' => 999, 'items' => [['sku' => 'mug-01', 'qty' => 1]]];
$refused = refusal(fn () => $control->placeOrder($order));
$told['control'] = [$refused->operation, $refused->status, $refused->getMessage()];
$told['clock'] = $control->getClock()->frozen;

echo json_encode($told);
