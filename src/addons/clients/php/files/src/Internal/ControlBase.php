<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Answer;
use StoreApi\ControlError;
use StoreApi\Record;
use StoreApi\TransportError;

/** @internal base class of the test control's client */
abstract class ControlBase
{
    private readonly Transport $transport;

    /**
     * @param string $url the address of the service
     * @param string|null $token the service's CONTROL_TOKEN, if it has one
     * @param string|null $sandbox the sandbox to use; default: the shop itself
     * @param float $timeout timeout of a call in seconds; 0: no limit
     * @param int $maxAnswerBytes the maximum size of an answer in bytes
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter] private readonly ?string $token = null,
        private readonly ?string $sandbox = null,
        private readonly float $timeout = 30.0,
        int $maxAnswerBytes = Transport::MAX_ANSWER_BYTES,
    ) {
        Transport::checkTimeout($timeout);
        $this->transport = new Transport($url, $maxAnswerBytes);
    }

    /** @return array<string, mixed> without the token */
    public function __debugInfo(): array
    {
        return ['transport' => $this->transport, 'sandbox' => $this->sandbox, 'timeout' => $this->timeout];
    }

    /**
     * @param array<string, mixed> $query
     * @param Record|array<string, mixed>|null $body
     */
    protected function send(
        string $operation,
        string $method,
        string $path,
        array $query,
        Record|array|null $body = null,
        ?string $key = null,
    ): mixed {
        $search = http_build_query(array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        ));
        $headers = array_keys(array_filter([
            'Accept: application/json' => true,
            "Authorization: Bearer {$this->token}" => $this->token !== null,
            "X-Sandbox: {$this->sandbox}" => $this->sandbox !== null,
            "Idempotency-Key: {$key}" => $key !== null,
            'Content-Type: application/json' => $body !== null,
        ]));
        $refuse = static fn (string $field, string $message): ControlError =>
            new ControlError($operation, 'invalid_value', [['field' => $field, 'message' => $message]]);
        $json = $body === null ? null : json_encode((object) Values::plain($body, '', $refuse), Connection::JSON);
        $deadline = $this->timeout <= 0 ? INF : microtime(true) + $this->timeout;
        try {
            $address = $path . ($search === '' ? '' : "?{$search}");
            $answer = $this->transport->send($method, $address, $headers, $json, $deadline);
        } catch (TransportError $error) {
            $problem = ['message' => $error->getMessage()];
            throw new ControlError($operation, $error->fault, [$problem], $error->status ?? 0);
        }
        $found = json_decode($answer->body, true);
        if ($answer->status >= 300) {
            throw self::refusal($operation, $answer, $found);
        }
        if ($found === null && !in_array(trim($answer->body), ['', 'null'], true)) {
            $problem = $answer->told("HTTP {$answer->status} without an answer in JSON{$answer->beginning()}");
            throw new ControlError($operation, 'unexpected_answer', [['message' => $problem]], $answer->status);
        }
        return $found;
    }

    private static function refusal(string $operation, Answer $answer, mixed $found): ControlError
    {
        $errors = is_array($found) ? ($found['errors'] ?? null) : null;
        $isOurs = is_array($errors) && $errors !== [] && array_is_list($errors);
        $reason = $answer->isBusy() ? 'unavailable' : ($isOurs ? 'refused' : 'unexpected_answer');
        $problems = $isOurs ? $errors : [['message' => $answer->told("HTTP {$answer->status}{$answer->beginning()}")]];
        return new ControlError($operation, $reason, $problems, $answer->status, $answer->retryAfter);
    }

    /**
     * @template T
     * @param \Closure(mixed): T $build converts the decoded answer to the result
     * @return T
     */
    protected static function built(string $operation, \Closure $build, mixed $result): mixed
    {
        try {
            return $build($result);
        } catch (\TypeError $error) {
            $problem = ['message' => Values::misfit($error)];
            throw new ControlError($operation, 'unexpected_answer', [$problem], 200);
        }
    }
}
