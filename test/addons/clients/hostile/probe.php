<?php
// What the PHP client finds at a hostile server, told as JSON: behaviour → what → reason, status, retryAfter, named, seconds.
declare(strict_types=1);

use StoreApi\{Control, ControlError, Shop, StoreApiError, StoreClientError};

[, $autoload, $url, $secret, $most] = $argv;
require $autoload;

/** @return array<string, mixed> */
function found(string $address, callable $call): array
{
    $started = microtime(true);
    try {
        $entry = ['reason' => 'answered ' . var_export($call(), true)];
    } catch (StoreClientError | ControlError $error) {
        $entry = [
            'reason' => $error->fault,
            'status' => $error->status ?: null,
            'retryAfter' => $error->retryAfter,
            'named' => str_contains($error->getMessage(), $address),
        ];
    } catch (StoreApiError $error) {
        $entry = ['reason' => "refused with {$error->fault}"];
    }
    return $entry + ['seconds' => microtime(true) - $started];
}

$told = [];
foreach (array_slice($argv, 5) as $behaviour) {
    [$name, $seconds] = explode('=', $behaviour);
    $timeout = (float) $seconds;
    $address = "{$url}/{$name}";
    $shop = new Shop(
        $address,
        session: $secret,
        timeout: $timeout,
        headers: ['prefer' => 'wait=5'],
        strict: true,
        maxAnswerBytes: (int) $most,
    );
    $control = new Control($address, token: $secret, timeout: $timeout, maxAnswerBytes: (int) $most);
    $batch = $shop->batch();
    $batch->catalogProductType->items();
    $batch->catalogCategory->level();
    $told[$name] = [
        'call' => found($address, fn () => $shop->catalogProduct->info(productId: 1)),
        'batch' => found($address, fn () => $batch->send()),
        'control' => found($address, fn () => $control->getClock()),
    ];
}
echo json_encode($told);
