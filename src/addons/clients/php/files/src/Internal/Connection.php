<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Answer;
use StoreApi\CallReport;
use StoreApi\Sends;
use StoreApi\StoreApiError;
use StoreApi\StoreClientError;
use StoreApi\TransportError;

/** @internal calls by JSON-RPC, in a session that is opened when it is needed */
final class Connection
{
    public const JSON = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;

    /** Faults after which a request is repeated, if the client was told to. */
    private const REPEATED = ['connection_failed', 'unavailable'];

    /**
     * @param array<string, string> $headers
     * @param \Closure(CallReport): void|null $onCall
     */
    public function __construct(
        public readonly Sends $transport,
        public readonly Session $session,
        public readonly float $timeout,
        #[\SensitiveParameter] public readonly array $headers,
        public readonly bool $strict,
        public readonly int $retries = 0,
        public readonly ?\Closure $onCall = null,
    ) {
        Transport::checkTimeout($timeout);
    }

    /** @return array<string, mixed> without the values of headers, which may be secret */
    public function __debugInfo(): array
    {
        return ['session' => $this->session, 'timeout' => $this->timeout, 'headers' => array_keys($this->headers)];
    }

    /**
     * @template T
     * @param array<string, mixed> $params null values are not sent
     * @param \Closure(mixed): T $build converts the decoded answer to the result
     * @return T
     */
    public function call(string $operation, array $params, \Closure $build, ?string $key = null): mixed
    {
        $given = Values::sendable($operation, $params);
        $result = $this->inSession(
            $operation,
            fn (#[\SensitiveParameter] string $session, float $deadline): mixed =>
                $this->request($operation, $given, $session, $deadline, $key),
        );
        return self::built($operation, $build, $result);
    }

    /**
     * The result, converted from the decoded answer.
     *
     * @template T
     * @param \Closure(mixed): T $build
     * @return T
     */
    public static function built(string $operation, \Closure $build, mixed $result): mixed
    {
        try {
            return $build($result);
        } catch (\TypeError $error) {
            throw new StoreClientError($operation, 'unexpected_answer', Values::misfit($error), 200);
        }
    }

    /**
     * The answers of several operations in one request, in their order.
     *
     * @param list<array{string, array<string, mixed>}> $calls
     * @return list<array<string, mixed>>
     */
    public function batch(array $calls, ?string $key = null): array
    {
        $requests = [];
        foreach ($calls as $id => [$method, $params]) {
            $requests[$id] = ['jsonrpc' => '2.0', 'id' => $id, 'method' => $method, 'params' => (object) $params];
        }
        $deadline = $this->deadline();
        $answers = $this->sendBatch($requests, $this->open('batch', $deadline), $deadline, $key);
        // After an expiry, only the calls that were refused because of it are repeated.
        $expired = array_filter(
            $answers,
            static fn (array $answer): bool => ($answer['error']['data']['fault'] ?? null) === 'session_expired',
        );
        if ($expired !== [] && $this->session->username !== null) {
            $this->session->value = null;
            // A key counts by position, so then the whole batch is sent again, and what was executed is answered again.
            $missing = $key === null ? array_intersect_key($requests, $expired) : $requests;
            $answers = $this->sendBatch($missing, $this->open('batch', $deadline), $deadline, $key) + $answers;
        }
        ksort($answers);
        return array_values($answers);
    }

    /**
     * @param array<int, array<string, mixed>> $requests
     * @return array<int, array<string, mixed>> by their IDs
     */
    private function sendBatch(
        array $requests,
        #[\SensitiveParameter] string $session,
        float $deadline,
        ?string $key,
    ): array {
        $body = json_encode(array_values($requests), self::JSON);
        $own = ["Authorization: Bearer {$session}", ...self::keyed($key)];
        $answer = $this->post('batch', $body, $own, $deadline);
        $answers = array_column($answer, null, 'id');
        if (array_diff_key($requests, $answers) !== []) {
            throw new StoreClientError('batch', 'unexpected_answer', 'an answer is missing');
        }
        return $answers;
    }

    /**
     * @param list<array{string, array<string, mixed>}> $calls
     * @return list<array<string, mixed>> the answers
     */
    public function multiCall(array $calls, bool $stop, ?string $key = null): array
    {
        $given = static fn (array $call, int $index): array =>
            [$call[0], (object) Values::sendable($call[0], $call[1], "calls[{$index}]")];
        $params = [
            'calls' => array_map($given, $calls, array_keys($calls)),
            'options' => (object) ($stop ? ['break' => 1] : []),
        ];
        $answer = $this->inSession(
            'multiCall',
            fn (#[\SensitiveParameter] string $session, float $deadline): array =>
                $this->answer('multiCall', $params + ['sessionId' => $session], null, $deadline, $key),
        );
        $own = ['requestId' => $answer['requestId'] ?? null];
        return array_map(static fn (mixed $entry): array => self::answerOf($entry) + $own, $answer['result']);
    }

    /**
     * An entry of `multiCall` in the form of an answer.
     *
     * @return array<string, mixed>
     */
    private static function answerOf(mixed $entry): array
    {
        if (!is_array($entry) || ($entry['isFault'] ?? null) !== true || !isset($entry['faultCode'])) {
            return ['result' => $entry];
        }
        ['faultCode' => $code, 'faultMessage' => $message, 'data' => $data] = $entry;
        return ['error' => ['code' => $code, 'message' => $message, 'data' => $data]];
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
        #[\SensitiveParameter] array $params,
        #[\SensitiveParameter] ?string $session,
        float $deadline,
        ?string $key = null,
    ): mixed {
        return $this->answer($method, $params, $session, $deadline, $key)['result'] ?? null;
    }

    /**
     * @param array<string, mixed> $params
     * @return array<string, mixed>
     */
    private function answer(
        string $method,
        #[\SensitiveParameter] array $params,
        #[\SensitiveParameter] ?string $session,
        float $deadline,
        ?string $key,
    ): array {
        $request = ['jsonrpc' => '2.0', 'id' => 1, 'method' => $method, 'params' => (object) $params];
        $body = json_encode($request, self::JSON);
        $own = $session === null ? [] : ["Authorization: Bearer {$session}"];
        $answer = $this->post($method, $body, [...$own, ...self::keyed($key)], $deadline);
        return ($error = self::errorOf($method, $answer)) === null ? $answer : throw $error;
    }

    /**
     * The error in an answer, if it has one.
     *
     * @param array<string, mixed> $answer
     */
    public static function errorOf(string $operation, array $answer): StoreApiError|StoreClientError|null
    {
        $error = $answer['error'] ?? null;
        if (!is_array($error)) {
            return null;
        }
        ['code' => $code, 'message' => $message, 'data' => $data] = $error + ['data' => []];
        $requestId = $answer['requestId'] ?? null;
        // A protocol error: the request as a whole was refused.
        return $code < 0
            ? new StoreClientError($operation, 'unexpected_answer', $message, requestId: $requestId)
            : new StoreApiError($operation, $data['fault'], $code, $message, $data, $requestId);
    }

    /** @return list<string> */
    private static function keyed(?string $key): array
    {
        return $key === null ? [] : ["Idempotency-Key: {$key}"];
    }

    /**
     * @param list<string> $own headers
     * @return array<mixed> one answer, or the list of a batch
     */
    private function post(
        string $method,
        #[\SensitiveParameter] string $body,
        #[\SensitiveParameter] array $own,
        float $deadline,
    ): array {
        $hasKey = preg_grep('/^Idempotency-Key:/', $own) !== [];
        if ($this->retries > 0 && !$hasKey) {
            // A repeated write must not be executed twice; what only reads ignores the key.
            $own = [...$own, ...self::keyed(bin2hex(random_bytes(16)))];
        }
        for ($attempt = 0;; $attempt++) {
            try {
                return $this->postOnce($method, $body, $own, $deadline, $attempt + 1);
            } catch (StoreClientError $error) {
                $wait = $error->retryAfter ?? min(0.25 * 2 ** $attempt, 8);
                $isLast = $attempt >= $this->retries || microtime(true) + $wait >= $deadline;
                if ($isLast || !in_array($error->fault, self::REPEATED, true)) {
                    throw $error;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
    }

    /**
     * One request, reported to $onCall.
     *
     * @param list<string> $own headers
     * @return array<mixed>
     */
    private function postOnce(
        string $method,
        #[\SensitiveParameter] string $body,
        #[\SensitiveParameter] array $own,
        float $deadline,
        int $attempt,
    ): array {
        $started = microtime(true);
        [$status, $fault, $headers] = [null, null, []];
        try {
            $answer = $this->sent($method, $body, $own, $deadline);
            [$status, $headers] = [$answer->status, $answer->headers];
            $found = $this->answered($method, $body, $answer);
            $fault = $found['error']['data']['fault'] ?? null;
            return $found;
        } catch (StoreClientError $error) {
            [$status, $fault] = [$error->status, $error->fault];
            throw $error;
        } finally {
            if ($this->onCall !== null) {
                ($this->onCall)(new CallReport(
                    $method,
                    (microtime(true) - $started) * 1000,
                    $status,
                    $fault,
                    $attempt,
                    ($headers['idempotent-replayed'] ?? null) === 'true',
                    $headers['x-request-id'] ?? null,
                    $headers,
                ));
            }
        }
    }

    /** @param list<string> $own headers */
    private function sent(
        string $method,
        #[\SensitiveParameter] string $body,
        #[\SensitiveParameter] array $own,
        float $deadline,
    ): Answer {
        $headers = $this->strict ? self::strictly($this->headers) : $this->headers;
        $lines = array_map(
            static fn (string $name, string $value): string => "{$name}: {$value}",
            array_keys($headers),
            $headers,
        );
        try {
            $sent = ['Content-Type: application/json', ...$lines, ...$own];
            return $this->transport->send('POST', '/api/jsonrpc', $sent, $body, $deadline);
        } catch (TransportError $error) {
            throw new StoreClientError($method, $error->fault, $error->getMessage(), $error->status);
        }
    }

    /** @return array<mixed> one answer, or the list of a batch */
    private function answered(string $method, #[\SensitiveParameter] string $body, Answer $answer): array
    {
        $found = self::parsed($answer->body);
        $requestId = $answer->headers['x-request-id'] ?? null;
        $said = $found['error']['message'] ?? null;
        if ($answer->isBusy()) {
            $wait = $answer->retryAfter === null ? '' : ", in {$answer->retryAfter} s";
            $message = "come back later{$wait} (HTTP {$answer->status})" . ($said === null ? '' : ": {$said}");
            $told = $answer->told($message);
            throw new StoreClientError($method, 'unavailable', $told, $answer->status, $answer->retryAfter, $requestId);
        }
        if ($found !== null && array_is_list($found) === str_starts_with($body, '[')) {
            $own = ['requestId' => $requestId];
            return array_is_list($found) ? array_map(static fn (array $one): array => $one + $own, $found) : $found + $own;
        }
        $problem = "HTTP {$answer->status} without an answer in JSON-RPC{$answer->beginning()}";
        $message = $said ?? $answer->told($problem);
        throw new StoreClientError($method, 'unexpected_answer', $message, $answer->status, requestId: $requestId);
    }

    /**
     * The answer of a call, or those of a batch; null for any other value.
     *
     * @return array<mixed>|null
     */
    private static function parsed(string $body): ?array
    {
        $found = json_decode($body, true);
        if (!is_array($found)) {
            return null;
        }
        $answers = array_is_list($found) ? $found : [$found];
        foreach ($answers as $answer) {
            if (!is_array($answer) || !self::isAnswer($answer)) {
                return null;
            }
        }
        // An empty object is a list to PHP.
        return $answers === [] ? null : $found;
    }

    /** @param array<mixed> $answer */
    private static function isAnswer(array $answer): bool
    {
        if (!array_key_exists('error', $answer)) {
            return array_key_exists('result', $answer);
        }
        $error = $answer['error'];
        if (!is_array($error) || !is_int($error['code'] ?? null) || !is_string($error['message'] ?? null)) {
            return false;
        }
        // Faults have numbers from 0 on and a name in `data`; all other errors are protocol errors.
        return $error['code'] < 0 || is_string($error['data']['fault'] ?? null);
    }

    /**
     * Adds the preference for strict handling to other preferences, unless they say how to handle it.
     *
     * @param array<string, string> $headers
     * @return array<string, string>
     */
    private static function strictly(array $headers): array
    {
        foreach ($headers as $name => $value) {
            if (strtolower($name) === 'prefer' && preg_match('/\bhandling\s*=/i', $value) === 1) {
                return $headers;
            }
            if (strtolower($name) === 'prefer') {
                return [$name => "handling=strict, {$value}"] + $headers;
            }
        }
        return ['Prefer' => 'handling=strict'] + $headers;
    }
}
