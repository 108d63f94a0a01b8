<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * The test control refused a call, or gave no valid answer.
 *
 * @property-read string $reason the former name of $fault
 */
final class ControlError extends StoreError
{
    /**
     * @param 'invalid_value'|'refused'|'unavailable'|'connection_failed'|'timed_out'|'unexpected_answer' $fault
     *   invalid_value: a value cannot be sent, named by its member; nothing was sent
     *   refused: the service refused the call, see $status and $errors
     *   unavailable: the service asks for a later retry (HTTP 429, 503)
     *   unexpected_answer: no answer of the service, but the page of a proxy, a redirect (never followed), …
     * @param int $status 400: violates the schema, 422: violates a rule, 403: not allowed, 404: not found; 0: no answer
     * @param list<array{message: string, field?: string}> $errors
     * @param int|null $retryAfter seconds to wait before the next try, if the service gives them
     */
    public function __construct(
        string $operation,
        string $fault,
        public readonly array $errors,
        public readonly int $status = 0,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct($operation, $fault, implode('; ', array_map(self::textOf(...), $errors)), $status);
    }

    /**
     * The message, behind the member that it is about.
     *
     * @param array{message: string, field?: string} $error
     */
    private static function textOf(array $error): string
    {
        return isset($error['field']) ? "{$error['field']}: {$error['message']}" : $error['message'];
    }

    public function __get(string $name): mixed
    {
        return Internal\Renamed::reason($this, $name);
    }
}
