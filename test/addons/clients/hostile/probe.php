<?php
// What the PHP client finds at a hostile server, told as JSON: behaviour → what → reason, status, retryAfter, seconds.
declare(strict_types=1);

use StoreApi\{Control, ControlError, Shop, StoreApiError, StoreClientError};

[, $autoload, $url, $secret, $most] = $argv;
require $autoload;

/** @return array<string, mixed> */
function found(callable $call): array
{
    $started = microtime(true);
    try {
        $entry = ['reason' => 'answered ' . var_export($call(), true)];
    } catch (StoreClientError | ControlError $error) {
        $entry = ['reason' => $error->fault, 'status' => $error->status ?: null, 'retryAfter' => $error->retryAfter];
    } catch (StoreApiError $error) {
        $entry = ['reason' => "refused with {$error->fault}"];
    }
    return $entry + ['seconds' => microtime(true) - $started];
}

$told = [];
foreach (array_slice($argv, 5) as $behaviour) {
    [$name, $seconds] = explode('=', $behaviour);
    $timeout = (float) $seconds;
    $shop = new Shop(
        "{$url}/{$name}",
        session: $secret,
        timeout: $timeout,
        headers: ['prefer' => 'wait=5'],
        strict: true,
        maxAnswerBytes: (int) $most,
    );
    $control = new Control("{$url}/{$name}", token: $secret, timeout: $timeout, maxAnswerBytes: (int) $most);
    $batch = $shop->batch();
    $batch->catalogProductType->items();
    $batch->catalogCategory->level();
    $told[$name] = [
        'call' => found(fn () => $shop->catalogProduct->info(productId: 1)),
        'batch' => found(fn () => $batch->send()),
        'control' => found(fn () => $control->getClock()),
    ];
}
echo json_encode($told);
