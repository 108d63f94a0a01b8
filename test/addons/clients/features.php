<?php
// The features of docs/clients.md in PHP, told as JSON: the autoloader of the package and the address of a shop.

declare(strict_types=1);

use StoreApi\{Answer, CallReport, Control, ControlError, ImportProgress, Sends, Shop, StoreApiError, StoreClientError, StoreError};
use StoreApi\TransportError;
use StoreApi\Types\{NewCategory, NewCustomer, NewProduct, ProductChanges};

require $argv[1];
$url = $argv[2];

/** A transport that keeps the requests, and may lose answers. */
final class Recorded implements Sends
{
    public array $sent = [];
    public array $keys = [];
    public int $lost = 0;
    public int $busy = 0;
    private readonly Sends $inner;

    public function __construct(string $url)
    {
        $this->inner = new StoreApi\Internal\Transport($url, 1 << 20);
    }

    public function send(string $method, string $path, array $headers, ?string $body, float $deadline): Answer
    {
        $content = json_decode($body ?? 'null', true);
        if (($content['method'] ?? '') !== 'login') {
            $this->sent[] = $content;
            $this->keys[] = array_values(preg_grep('/^Idempotency-Key: /', $headers))[0] ?? null;
            if ($this->busy-- > 0) {
                return new Answer(503, '', 0);
            }
        }
        $answer = $this->inner->send($method, $path, $headers, $body, $deadline);
        if (array_is_list($content) && $this->lost-- > 0) {
            throw new TransportError('connection_failed', 'the answer is lost');
        }
        return $answer;
    }
}

function refusal(callable $call): StoreError
{
    try {
        $call();
    } catch (StoreError $error) {
        return $error;
    }
    throw new LogicException('the call was not refused');
}

$told = [];
$recorded = new Recorded($url);
$shop = new Shop($url, 'admin', 'admin123', transport: $recorded);
$update = fn (mixed ...$members) => $shop->call('catalog_product.update', ['productId' => 1, 'productData' => $members]);

// Values that JSON lacks, and values that it has in another form.
$shop->login();
$endless = new stdClass();
$endless->self = $endless;
$told['refused'] = array_map(fn (StoreError $error): array => [$error->fault, $error->getMessage()], [
    refusal(fn () => $update(price: NAN)),
    refusal(fn () => $update(tier_price: [['price' => 9], ['price' => INF]])),
    refusal(fn () => $update(name: "M\xfcg")),
    refusal(fn () => $update(name: fn () => 'Mug')),
    refusal(fn () => $shop->catalogProduct->update(productId: 1, productData: new ProductChanges(weight: NAN))),
    refusal(fn () => $shop->multiCall([['catalog_product.update', ['productId' => INF]]])),
    refusal(fn () => $update(name: $endless)),
    refusal(fn () => $update(...["M\xfcg" => 1])),
    refusal(fn () => $shop->importAll(
        'catalog_product.update',
        [...array_fill(0, 25, ['productId' => 1]), ['productId' => NAN]],
        'x',
    )),
    refusal(fn () => (new Control($url))->placeOrder(['items' => [['sku' => 'mug-01', 'qty' => NAN]]])),
]);
$told['unsendable'] = array_map(
    fn (string $note): string => refusal(fn () => (new Shop($url, 'admin', 'admin123', headers: ['X-Note' => $note]))->login())->fault,
    ["one\r\nX-Sandbox: two", "one\0"],
);
$told['sent'] = count($recorded->sent);
$update(
    price: 12.34,
    special_price: 9.99,
    special_from_date: new DateTimeImmutable('2026-11-27 23:30:15+01:00'),
    special_to_date: new DateTime('2026-12-01', new DateTimeZone('UTC')),
);
$info = $shop->catalogProduct->info(productId: 1);
$told['accepted'] = [$info->price, $info->special_price, $info->special_from_date, $info->special_to_date];

// Closed objects: a slip is an error of PHP; own attributes are in the array beside.
try {
    new ProductChanges(pricee: 5);
} catch (Error $error) {
    $told['slip'] = $error->getMessage();
}
$told['strict'] = refusal(fn () => $update(pricee: 5))->fault;
$own = new ProductChanges(price: 5, customAttributes: ['pricee' => 5]);
$told['custom'] = refusal(fn () => $shop->catalogProduct->update(productId: 1, productData: $own))->fault;
$lenient = new Shop($url, session: $shop->session(), strict: false);
$told['lenient'] = $lenient->call('catalog_product.update', ['productId' => 1, 'productData' => ['pricee' => 5]]);
$told['by_header'] = $shop->withOptions(headers: ['Prefer' => 'handling=lenient'])
    ->catalogProduct->update(productId: 1, productData: $own);

// Retries and reports.
$category = new NewCategory(
    name: 'Later',
    is_active: true,
    include_in_menu: true,
    available_sort_by: ['position'],
    default_sort_by: 'position',
);
$reports = [];
$report = function (CallReport $report) use (&$reports): void {
    $reports[] = [$report->operation, $report->status, $report->fault, $report->attempt];
};
$patient = new Shop($url, session: $shop->session(), transport: $recorded, retries: 2, onCall: $report);
[$recorded->keys, $recorded->busy] = [[], 2];
$created = $patient->catalogCategory->create(parentId: 3, categoryData: $category);
$keys = $recorded->keys;
$told['retried'] = [is_int($created), count($keys), count(array_unique($keys)), !in_array(null, $keys, true)];
$told['reports'] = $reports;
$recorded->busy = 1;
$told['not_retried'] = refusal(fn () => $shop->catalogCategory->create(parentId: 3, categoryData: $category))->fault;
$recorded->busy = 0;

// Who calls, and which answer it was.
$last = null;
$keep = function (CallReport $report) use (&$last): void {
    $last = $report;
};
$named = new Shop($url, 'admin', 'admin123', onCall: $keep, headers: ['User-Agent' => 'sync/2']);
$missing = refusal(fn () => $named->catalogProduct->info(productId: 999));
assert($last->requestId !== null && $last->requestId === $last->headers['x-request-id'] && $last->requestId === $missing->requestId);
$planned = $named->batch(stop: true);
$lost = $planned->catalogProduct->info(productId: 999);
$planned->send();
assert($lost->error->requestId === $last->requestId);
[$entry] = $named->multiCall([['catalog_product.info', ['productId' => 999]]]);
assert($entry->requestId === $last->requestId);
$again = fn () => $named->catalogCategory->create(parentId: 3, categoryData: $category, idempotencyKey: 'again');
$told['once'] = [$again() ? $last->replayed : null, $again() ? $last->replayed : null];

// Pages of a long list, with a record that is added and one that is removed meanwhile.
$ids = fn (array $products): array => array_map(fn ($product) => $product->product_id, $products);
$whole = $ids($shop->catalogProduct->list());
$read = [];
foreach ($shop->pages($shop->catalogProduct->list(...), size: 20) as $page) {
    if ($read === []) {
        $added = $shop->catalogProduct->create(type: 'simple', set: 4, sku: 'php-last', productData: new NewProduct(name: 'Last'));
        $shop->catalogProduct->delete(productId: array_pop($whole));
    }
    $read = [...$read, ...$ids($page)];
}
$told['pages'] = $read === [...$whole, $added];
$shop->catalogProduct->delete(productId: $added);

// Keys and sessions are neither in dumps nor in the arguments of traces.
$dump = function (mixed $value): string {
    ob_start();
    var_dump($value);
    return ob_get_clean();
};
$key = 'admin' . '123';
$texts = [$dump($shop), $dump($control = new Control($url, $key)), ...array_map(fn (callable $call): string => $dump(refusal($call)->getTrace()), [
    fn () => $shop->catalogProduct->info(productId: 999),
    fn () => (new Shop('http://127.0.0.1:1', 'admin', $key))->login(),
    fn () => (new Shop('http://127.0.0.1:1', session: $shop->session()))->catalogProduct->list(),
])];
$told['secrets'] = [count($texts), array_filter($texts, fn (string $text) => str_contains($text, $key) || str_contains($text, $shop->session()))];

// A batch with a key.
$sendBatch = function () use ($shop, $category): array {
    $batch = $shop->batch(idempotencyKey: 'batch-1');
    $made = $batch->catalogCategory->create(parentId: 3, categoryData: $category);
    $types = $batch->catalogProductType->items();
    $batch->send();
    return [$made->value(), count($types->value())];
};
$first = $sendBatch();
(new Shop($url, session: $shop->session()))->endSession();
$told['batch'] = $first === $sendBatch();

// An import that is cut in the middle, and goes on in another client.
$items = array_map(static fn (int $number): array => ['customerData' => new NewCustomer(
    email: "php-import-{$number}@example.com",
    firstname: 'Ida',
    lastname: "No. {$number}",
    password: 'correct horse 7',
    website_id: 1,
)], range(0, 44));
$progress = [];
$cut = function (ImportProgress $state) use (&$progress): void {
    $progress[] = [$state->done, $state->failed, $state->total];
    if ($state->done === 40) {
        throw new DomainException('cut');
    }
};
$recorded->lost = 1;
try {
    $shop->importAll('customer.create', $items, 'php', onProgress: $cut);
} catch (DomainException) {
    $told['cut'] = $progress;
}
$outcomes = (new Shop($url, 'admin', 'admin123'))->importAll('customer.create', $items, 'php');
$told['imported'] = [
    count(array_unique(array_map(fn ($outcome) => $outcome->value(), $outcomes))),
    count($shop->customer->list(filters: ['email' => ['like' => 'php-import-%']])),
];
$twice = $shop->importAll('customer.create', [$items[0], $items[0]], 'php-twice');
$told['import_refused'] = array_map(fn ($outcome) => $outcome->error?->fault, $twice);

// Errors: one base class, one name of the reason, serialized whole.
$classes = [StoreApiError::class, StoreClientError::class, ControlError::class];
$told['base'] = array_map(fn (string $class): bool => is_subclass_of($class, StoreError::class), $classes);
$errors = [
    refusal(fn () => $shop->salesOrder->hold(orderIncrementId: 'nope')),
    refusal(fn () => $update(price: NAN)),
    new ControlError('placeOrder', 'refused', [['field' => 'items', 'message' => 'is required']], 422),
];
$told['serialized'] = array_map(static function (StoreError $error): bool {
    $copy = unserialize(serialize($error));
    return $copy::class === $error::class
        && $copy->getMessage() === $error->getMessage()
        && $copy->getCode() === $error->getCode()
        && get_object_vars($copy) === get_object_vars($error)
        && json_encode($copy) === json_encode($error)
        && str_contains(json_encode($error), $error->fault);
}, $errors);
set_error_handler(function (int $level, string $message) use (&$told): bool {
    $told['deprecated'] = $message;
    return true;
});
$told['reason'] = $errors[1]->reason;
echo json_encode($told);
