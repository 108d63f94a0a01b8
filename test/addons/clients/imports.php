<?php

// Imports 500 customers, told as JSON: the autoloader and the address of a shop. A line per request says how many are done.

declare(strict_types=1);

require $argv[1];

use StoreApi\ImportProgress;
use StoreApi\Shop;
use StoreApi\Types\NewCustomer;

$items = array_map(static fn (int $number): array => ['customerData' => new NewCustomer(
    email: "php-{$number}@example.com",
    firstname: 'Ida',
    lastname: "No. {$number}",
    password: 'correct horse 7',
    website_id: 1,
)], range(0, 499));
$tell = static function (ImportProgress $state): void {
    echo "done {$state->done}\n";
};
$shop = new Shop($argv[2], 'admin', 'admin123');
$outcomes = $shop->importAll('customer.create', $items, 'php', attempts: 20, onProgress: $tell);
echo json_encode(array_map(static fn ($outcome) => $outcome->value(), $outcomes)), "\n";
