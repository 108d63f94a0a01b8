<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

use StoreApi\Internal\Connection;
use StoreApi\Internal\Import;
use StoreApi\Internal\Session;
use StoreApi\Internal\Transport;

/**
 * A client of the service: the operations by namespace. It logs in when the first call needs a session and again after
 * `session_expired`.
 *
 *     $shop = new Shop('http://127.0.0.1:8080', 'admin', 'admin123');
 *     $product = $shop->catalogProduct->info(productId: 1);
 */
final class Shop extends Namespaces
{
    /** A wider window has no end, so that a list ends. */
    private const WIDEST_WINDOW = 2 ** 20;

    /**
     * @param string $url the address of the service; a path before `/api` stays
     * @param string|null $username the API user, with $apiKey; not needed with a session
     * @param string|null $session an open session
     * @param float $timeout timeout of a call in seconds, including a necessary login; 0: no limit
     * @param array<string, string> $headers further headers of every request, for example `X-Sandbox`
     * @param bool $strict whether the service refuses what it would accept without effect, such as unknown members of
     *   data objects, with the most similar known names (`Prefer: handling=strict`)
     * @param int $maxAnswerBytes the maximum size of an answer in bytes
     * @param int $retries how often a request without an answer (`connection_failed`, `unavailable`) is repeated within
     *   the timeout, after the seconds of `Retry-After` or a growing pause; writes then have an idempotency key in any
     *   case, so that they are executed once
     * @param \Closure(CallReport): void|null $onCall called after every request to the service, for example to log it
     * @param array<int, mixed> $curlOptions further options of curl, for example `[CURLOPT_PROXY => 'http://proxy:3128',
     *   CURLOPT_CAINFO => '/etc/ssl/own-ca.pem']`
     * @param Sends|null $transport sends the requests in another way; then $url, $maxAnswerBytes and $curlOptions do not
     *   count
     */
    public function __construct(
        string $url,
        ?string $username = null,
        #[\SensitiveParameter] ?string $apiKey = null,
        #[\SensitiveParameter] ?string $session = null,
        float $timeout = 30.0,
        #[\SensitiveParameter] array $headers = [],
        bool $strict = true,
        int $maxAnswerBytes = Transport::MAX_ANSWER_BYTES,
        int $retries = 0,
        ?\Closure $onCall = null,
        #[\SensitiveParameter] array $curlOptions = [],
        ?Sends $transport = null,
        ?Connection $connection = null,
    ) {
        if ($connection === null && ($username === null || $apiKey === null) && $session === null) {
            throw new \InvalidArgumentException('a client needs username and apiKey, or a session');
        }
        parent::__construct($connection ?? new Connection(
            $transport ?? new Transport($url, $maxAnswerBytes, $curlOptions),
            new Session($username, $apiKey, $session),
            $timeout,
            $headers,
            $strict,
            $retries,
            $onCall,
        ));
    }

    /**
     * The same client in the same session, with another time limit or further headers.
     *
     * @param array<string, string> $headers
     */
    public function withOptions(?float $timeout = null, array $headers = []): self
    {
        $own = $this->connection;
        return new self('', connection: new Connection(
            $own->transport,
            $own->session,
            $timeout ?? $own->timeout,
            $headers + $own->headers,
            $own->strict,
            $own->retries,
            $own->onCall,
        ));
    }

    /** The current session; null before the first call. */
    public function session(): ?string
    {
        return $this->connection->session->value;
    }

    /** The session, opened if there is none. */
    public function login(): string
    {
        return $this->connection->open('login', $this->connection->deadline());
    }

    /** Ends the session; the next call opens another one. */
    public function endSession(): void
    {
        $this->connection->end();
    }

    /**
     * Up to 100 operations in one request, with the types of their results.
     *
     *     $batch = $shop->batch();
     *     $product = $batch->catalogProduct->info(productId: 1);
     *     $order = $batch->salesOrder->info(orderIncrementId: '100000001');
     *     $batch->send();
     *     echo $product->value()->sku;
     *
     * @param bool $stop stops after the first fault (by the service's `multiCall`)
     * @param string|null $idempotencyKey a text of your own: within 24 hours the same batch under the same key answers
     *   what was executed, and executes the rest
     */
    public function batch(bool $stop = false, ?string $idempotencyKey = null): Batch
    {
        return new Batch($this->connection, $stop, $idempotencyKey);
    }

    /**
     * The result of an operation by its name, for operations that this client does not know: your own ones, or those of a
     * newer server. Objects are arrays.
     *
     * @param array<string, mixed> $params
     */
    public function call(string $operation, array $params = [], ?string $idempotencyKey = null): mixed
    {
        return $this->connection->call($operation, $params, static fn (mixed $value): mixed => $value, $idempotencyKey);
    }

    /**
     * Calls an operation for each item of a list, in batches with keys, and returns the outcomes in the order of the items.
     * Refused items do not stop it.
     *
     *     $customers = [['customerData' => new NewCustomer(…)], …];
     *     $outcomes = $shop->importAll('customer.create', $customers, 'customers-2026-11-28');
     *
     * A request that gets no answer is sent again, and what was executed is not executed again, even by another process
     * that imports the same list with the same key within 24 hours. Throws a StoreClientError if a request has no answer
     * after all tries; then call it again with the same list and key.
     *
     * @param list<array<string, mixed>> $items the parameters of each call
     * @param string $key names this import, for example by the file and its day
     * @param int $attempts the maximum number of tries of a request
     * @param \Closure(ImportProgress): void|null $onProgress called after every request
     * @param int $size calls per request, 1 to 100: 20 fits the slowest calls (customers with passwords) into the timeout,
     *   100 is faster for products or stock. Give the same size under the same key: calls count by their place in a request
     * @return list<Outcome<mixed>>
     */
    public function importAll(
        string $operation,
        array $items,
        string $key,
        int $attempts = 5,
        ?\Closure $onProgress = null,
        int $size = 20,
    ): array {
        return (new Import($this->connection, $operation, $key, $size, $attempts))->run($items, $onProgress);
    }

    /**
     * Reads a long list page by page, in the order of its IDs, so that only one page is in memory.
     *
     *     foreach ($shop->pages($shop->catalogProduct->list(...), filters: ['type' => 'simple']) as $products) { … }
     *
     * Each record that is there from start to end comes once, and so does what is added meanwhile: pages are windows of IDs,
     * not positions in a list that moves.
     *
     * @template T
     * @param \Closure(mixed...): list<T> $operation `list` of products, customers, orders, invoices, shipments or credit memos
     * @param int $size IDs per window, which is the maximum number of records in a page
     * @param array<string, mixed> $filters the filters of the operation except `entity_id`
     * @param mixed ...$params its other parameters, by name
     * @return \Generator<int, list<T>>
     */
    public function pages(\Closure $operation, int $size = 1000, array $filters = [], mixed ...$params): \Generator
    {
        if ($size < 1) {
            throw new \InvalidArgumentException("the size of a page is 1 or more, not {$size}");
        }
        if (isset($filters['entity_id'])) {
            throw new \InvalidArgumentException('pages sets the filter entity_id; use the other name of the ID');
        }
        $width = $size;
        for ([$last, $isEnd] = [0, false]; !$isEnd;) {
            $isEnd = $width > self::WIDEST_WINDOW;
            $window = $isEnd ? ['gt' => $last] : ['gt' => $last, 'lteq' => $last + $width];
            $found = $operation(...$params, filters: ['entity_id' => $window] + $filters);
            // After a gap in the IDs, a window is wider than a page.
            foreach ($found === [] ? [] : array_chunk($found, $size) as $page) {
                yield $page;
            }
            $last += $width;
            $width = $found === [] ? $width * 4 : $size;
        }
    }

    /**
     * Several operations by their names: `[['customer.info', ['customerId' => 1]]]`; `batch` knows their types.
     *
     * @param list<array{string, array<string, mixed>}> $calls
     * @param bool $stop stops after the first fault
     * @return list<mixed> a result or a StoreApiError for each
     */
    public function multiCall(array $calls, bool $stop = false, ?string $idempotencyKey = null): array
    {
        $answers = $this->connection->multiCall($calls, $stop, $idempotencyKey);
        return array_map(
            static fn (array $call, array $answer): mixed =>
                Connection::errorOf($call[0], $answer) ?? $answer['result'] ?? null,
            array_slice($calls, 0, count($answers)),
            $answers,
        );
    }
}
