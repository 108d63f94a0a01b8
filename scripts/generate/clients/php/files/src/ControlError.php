<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** The test control refused a call, or there is no answer of it. */
final class ControlError extends \RuntimeException
{
    /**
     * @param 'refused'|'unavailable'|'connection_failed'|'timed_out'|'unexpected_answer' $reason
     *   refused: the service said no, see $status and $errors
     *   unavailable: the service asks to come back later (HTTP 429, 503)
     *   unexpected_answer: something else answered, such as a proxy's page or a redirect, which is never followed
     * @param int $status 400 breaks the schema, 422 a rule, 403 not allowed, 404 not there; 0 = no answer
     * @param list<array{message: string, field?: string}> $errors
     * @param int|null $retryAfter seconds to wait before the next try, if the service named them
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $reason,
        public readonly array $errors,
        public readonly int $status = 0,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct("{$operation}: " . implode('; ', array_column($errors, 'message')), $status);
    }
}
