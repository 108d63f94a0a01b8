<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * There is no valid answer. The call may have been executed, except for invalid_value, no_session and not_executed.
 *
 * @property-read string $reason the former name of $fault
 */
final class StoreClientError extends StoreError
{
    /**
     * @param 'invalid_value'|'connection_failed'|'timed_out'|'unavailable'|'unexpected_answer'|'no_session'|'not_executed' $fault
     *   invalid_value: a value cannot be sent, named by its member; nothing was sent
     *   unavailable: the service, or a proxy in front of it, asks for a later retry (HTTP 429, 503)
     *   unexpected_answer: no answer of the service, but the page of a proxy, a redirect (never followed), …
     *   not_executed: an earlier call of the batch failed
     * @param int|null $status the HTTP status, if there was an HTTP answer
     * @param int|null $retryAfter seconds to wait before the next try, if the service gives them
     * @param string|null $requestId `X-Request-Id` of the response, if there was an HTTP answer that has it
     */
    public function __construct(
        string $operation,
        string $fault,
        string $message,
        public readonly ?int $status = null,
        public readonly ?int $retryAfter = null,
        public readonly ?string $requestId = null,
    ) {
        parent::__construct($operation, $fault, $message);
    }

    public function __get(string $name): mixed
    {
        return Internal\Renamed::reason($this, $name);
    }
}
