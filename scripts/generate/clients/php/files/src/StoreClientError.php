<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** There is no answer of the service. Whether the call was carried out is not known, save for no_session and not_executed. */
final class StoreClientError extends \RuntimeException
{
    /**
     * @param 'connection_failed'|'timed_out'|'unavailable'|'unexpected_answer'|'no_session'|'not_executed' $reason
     *   unavailable: the service, or a proxy before it, asks to come back later (HTTP 429, 503)
     *   unexpected_answer: something else answered, such as a proxy's page or a redirect, which is never followed
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
