<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

use StoreApi\Internal\Connection;
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
    /**
     * @param string $url the address of the service; a path before `/api` stays
     * @param string|null $username the API user, with $apiKey; not needed with a session
     * @param string|null $session an open session
     * @param float $timeout timeout of a call in seconds, including a necessary login; 0: no limit
     * @param array<string, string> $headers further headers of every request, for example `X-Sandbox`
     * @param bool $strict refuses unknown members of data objects, with the most similar known names, instead of
     *   ignoring them (`Prefer: handling=strict`)
     * @param int $maxAnswerBytes the maximum size of an answer in bytes
     */
    public function __construct(
        string $url,
        ?string $username = null,
        ?string $apiKey = null,
        ?string $session = null,
        float $timeout = 30.0,
        array $headers = [],
        bool $strict = false,
        int $maxAnswerBytes = Transport::MAX_ANSWER_BYTES,
        ?Connection $connection = null,
    ) {
        if ($connection === null && ($username === null || $apiKey === null) && $session === null) {
            throw new \InvalidArgumentException('a client needs username and apiKey, or a session');
        }
        parent::__construct($connection ?? new Connection(
            new Transport($url, $maxAnswerBytes),
            new Session($username, $apiKey, $session),
            $timeout,
            $headers,
            $strict,
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
     */
    public function batch(bool $stop = false): Batch
    {
        return new Batch($this->connection, $stop);
    }

    /**
     * Several operations by their names: `[['customer.info', ['customerId' => 1]]]`; `batch` knows their types.
     *
     * @param list<array{string, array<string, mixed>}> $calls
     * @param bool $stop stops after the first fault
     * @return list<mixed> a result or a StoreApiError for each
     */
    public function multiCall(array $calls, bool $stop = false): array
    {
        $entries = $this->connection->multiCall($calls, $stop);
        return array_map(
            static fn (array $call, mixed $entry): mixed => is_array($entry) && ($entry['isFault'] ?? null) === true
                ? new StoreApiError(
                    $call[0],
                    $entry['fault'],
                    $entry['faultCode'],
                    $entry['faultMessage'],
                    $entry['data'],
                )
                : $entry,
            array_slice($calls, 0, count($entries)),
            $entries,
        );
    }
}
