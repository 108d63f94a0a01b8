/** The service refused a call. Branch on $fault. */
final class StoreApiError extends \RuntimeException
{
    /**
     * @param string $operation the operation that was called
     * @param string $fault the string code of the fault, one of the constants of Fault
     * @param int $faultCode the number of the fault; one number may stand for several faults
     * @param array<string, mixed> $data what the service says besides: `errors` (member by member), `parameter`, `retry_after`, …
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $fault,
        public readonly int $faultCode,
        string $message,
        public readonly array $data,
    ) {
        parent::__construct("{$operation}: {$message} ({$fault})", $faultCode);
    }
}

/** There is no answer of the service. Whether the call was carried out is not known, save for no_session and not_executed. */
final class StoreClientError extends \RuntimeException
{
    /**
     * @param 'connection_failed'|'timed_out'|'unexpected_answer'|'no_session'|'not_executed' $reason
     *   not_executed: an earlier call of the batch failed
     * @param int|null $status the HTTP status, if there was an HTTP answer
     * @param int|null $retryAfter seconds to wait before the next try, if the service named them
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $reason,
        string $message,
        public readonly ?int $status = null,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct("{$operation}: {$message}");
    }
}

/** @internal the session that clients share, and who may open it */
final class Session
{
    public function __construct(
        public readonly ?string $username,
        public readonly ?string $apiKey,
        public ?string $value,
    ) {
    }
}

/** @internal */
final class Connection
{
    private const JSON = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;

    /** Kept between calls, so that the connection is. */
    private ?\CurlHandle $curl = null;

    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $address,
        public readonly Session $session,
        public readonly float $timeout,
        public readonly array $headers,
    ) {
    }

    /** @param array<string, mixed> $params those that are null are not sent */
    public function call(string $operation, array $params, ?string $key = null): mixed
    {
        $given = array_filter($params, static fn (mixed $value): bool => $value !== null);
        return $this->inSession(
            $operation,
            fn (string $session, float $deadline): mixed =>
                $this->request($operation, $given, $session, $deadline, $key),
        );
    }

    /**
     * The answers of several operations in one request, in their order.
     *
     * @param list<array{string, array<string, mixed>}> $calls
     * @return list<array<string, mixed>>
     */
    public function batch(array $calls): array
    {
        $requests = [];
        foreach ($calls as $id => [$method, $params]) {
            $requests[$id] = ['jsonrpc' => '2.0', 'id' => $id, 'method' => $method, 'params' => (object) $params];
        }
        $deadline = $this->deadline();
        $answers = $this->sendBatch($requests, $this->open('batch', $deadline), $deadline);
        // After an expiry only what was refused for it is sent again.
        $expired = array_filter(
            $answers,
            static fn (array $answer): bool => ($answer['error']['data']['fault'] ?? null) === 'session_expired',
        );
        if ($expired !== [] && $this->session->username !== null) {
            $this->session->value = null;
            $missing = array_intersect_key($requests, $expired);
            $answers = $this->sendBatch($missing, $this->open('batch', $deadline), $deadline) + $answers;
        }
        ksort($answers);
        return array_values($answers);
    }

    /**
     * @param array<int, array<string, mixed>> $requests
     * @return array<int, array<string, mixed>> by their IDs
     */
    private function sendBatch(array $requests, string $session, float $deadline): array
    {
        $body = json_encode(array_values($requests), self::JSON);
        $headers = $this->headers + ['Content-Type' => 'application/json'];
        $answer = $this->post('batch', $body, ['Authorization' => "Bearer {$session}"] + $headers, $deadline);
        if (!array_is_list($answer)) {
            throw new StoreClientError('batch', 'unexpected_answer', $answer['error']['message'] ?? 'no list');
        }
        return array_column($answer, null, 'id');
    }

    /**
     * @param list<array{string, array<string, mixed>}> $calls
     * @return list<mixed> the entries that the service answers
     */
    public function multiCall(array $calls, bool $stop): array
    {
        return $this->builtin('multiCall', [
            'calls' => array_map(static fn (array $call): array => [$call[0], (object) $call[1]], $calls),
            'options' => (object) ($stop ? ['break' => 1] : []),
        ]);
    }

    /** @param array<string, mixed> $params */
    public function builtin(string $method, array $params): mixed
    {
        return $this->inSession(
            $method,
            fn (string $session, float $deadline): mixed =>
                $this->request($method, $params + ['sessionId' => $session], null, $deadline),
        );
    }

    public function open(string $operation, float $deadline): string
    {
        if ($this->session->value === null) {
            if ($this->session->username === null) {
                throw new StoreClientError($operation, 'no_session', 'the client has no session and no key');
            }
            $login = ['username' => $this->session->username, 'apiKey' => $this->session->apiKey];
            $this->session->value = (string) $this->request('login', $login, null, $deadline);
        }
        return $this->session->value;
    }

    public function end(): void
    {
        $session = $this->session->value;
        $this->session->value = null;
        if ($session !== null) {
            $this->request('endSession', ['sessionId' => $session], null, $this->deadline());
        }
    }

    public function deadline(): float
    {
        return $this->timeout <= 0 ? INF : microtime(true) + $this->timeout;
    }

    /** @param callable(string, float): mixed $send */
    private function inSession(string $operation, callable $send): mixed
    {
        $deadline = $this->deadline();
        try {
            return $send($this->open($operation, $deadline), $deadline);
        } catch (StoreApiError $error) {
            if ($error->fault !== 'session_expired' || $this->session->username === null) {
                throw $error;
            }
        }
        $this->session->value = null;
        return $send($this->open($operation, $deadline), $deadline);
    }

    /** @param array<string, mixed> $params */
    private function request(
        string $method,
        array $params,
        ?string $session,
        float $deadline,
        ?string $key = null,
    ): mixed {
        $request = ['jsonrpc' => '2.0', 'id' => 1, 'method' => $method, 'params' => (object) $params];
        $body = json_encode($request, self::JSON);
        $headers = $this->headers + ['Content-Type' => 'application/json'];
        if ($session !== null) {
            $headers['Authorization'] = "Bearer {$session}";
        }
        if ($key !== null) {
            $headers['Idempotency-Key'] = $key;
        }
        $answer = $this->post($method, $body, $headers, $deadline);
        $error = $answer['error'] ?? null;
        if (!is_array($error)) {
            return $answer['result'] ?? null;
        }
        if ($error['code'] < 0) {
            // An error of the protocol: the request as a whole was not served.
            throw new StoreClientError($method, 'unexpected_answer', $error['message']);
        }
        throw new StoreApiError($method, $error['data']['fault'], $error['code'], $error['message'], $error['data']);
    }

    /**
     * @param array<string, string> $headers
     * @return array<mixed> one answer, or the list of a batch
     */
    private function post(string $method, string $body, array $headers, float $deadline): array
    {
        $left = $deadline - microtime(true);
        if ($left <= 0) {
            throw new StoreClientError($method, 'timed_out', "no answer within {$this->timeout} s");
        }
        $this->curl ??= curl_init($this->address);
        $retryAfter = null;
        curl_setopt_array($this->curl, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $value): string => "{$name}: {$value}",
                array_keys($headers),
                $headers,
            ),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => $left === INF ? 0 : max(1, (int) ceil($left * 1000)),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $curl, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after:\s*(\d+)/i', $line, $found) === 1) {
                    $retryAfter = (int) $found[1];
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($this->curl);
        if (!is_string($text)) {
            $reason = curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT ? 'timed_out' : 'connection_failed';
            throw new StoreClientError($method, $reason, "{$this->address}: " . curl_error($this->curl));
        }
        $answer = json_decode($text, true);
        $isAnswer = is_array($answer) && (array_key_exists('result', $answer) || isset($answer['error']));
        if ($isAnswer || (is_array($answer) && array_is_list($answer) && str_starts_with(ltrim($text), '['))) {
            return $answer;
        }
        $status = (int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $message = "HTTP {$status} without an answer in JSON-RPC";
        throw new StoreClientError($method, 'unexpected_answer', $message, $status, $retryAfter);
    }
}

/**
 * A client of the service: the operations by namespace. It logs in when the first call needs a session and again after
 * `session_expired`.
 *
 *     $shop = new Shop('http://127.0.0.1:8080', 'admin', 'admin123');
 *     $product = $shop->catalogProduct->info(productId: 1);
 */
final class Shop
{
    private readonly Connection $connection;

    /**
     * @param string $url where the service is; a path before `/api` stays
     * @param string|null $username the API user, with $apiKey; not needed with a session
     * @param string|null $session an open session
     * @param float $timeout seconds until a call is given up, a login on the way included; 0 waits forever
     * @param array<string, string> $headers further headers of every request, for example `X-Sandbox`
     */
    public function __construct(
        string $url,
        ?string $username = null,
        ?string $apiKey = null,
        ?string $session = null,
        float $timeout = 30.0,
        array $headers = [],
        ?Connection $connection = null,
    ) {
        if ($connection === null && ($username === null || $apiKey === null) && $session === null) {
            throw new \InvalidArgumentException('a client needs username and apiKey, or a session');
        }
        $this->connection = $connection ?? new Connection(
            rtrim($url, '/') . '/api/jsonrpc',
            new Session($username, $apiKey, $session),
            $timeout,
            $headers,
        );
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
            $own->address,
            $own->session,
            $timeout ?? $own->timeout,
            $headers + $own->headers,
        ));
    }

    /** The present session; null before the first call. */
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
     *     echo $product->value()['sku'];
     *
     * @param bool $stop nothing is called after the first fault (by the service's `multiCall`)
     */
    public function batch(bool $stop = false): Batch
    {
        return new Batch($this->connection, $stop);
    }

    /**
     * Several operations by their names: `[['customer.info', ['customerId' => 1]]]`; `batch` knows their types.
     *
     * @param list<array{string, array<string, mixed>}> $calls
     * @param bool $stop nothing is called after the first fault
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
