<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** One request to the service. It has neither arguments nor results, which may be personal or secret. */
final class CallReport
{
    /**
     * @param string $operation the operation, `batch`, `multiCall` or `login`
     * @param int|null $status the HTTP status, if there was an HTTP answer
     * @param string|null $fault the string code of the fault; null for a result and for the list of a batch
     * @param int $attempt 1 for the first try, then that of the retry
     * @param bool $replayed whether the answer is that of an earlier call with the same idempotency key
     * @param string|null $requestId `X-Request-Id` of the answer, by which the log of the service has the request
     * @param array<string, string> $headers the headers of the answer, by names in lower case; empty without one
     */
    public function __construct(
        public readonly string $operation,
        public readonly float $milliseconds,
        public readonly ?int $status,
        public readonly ?string $fault,
        public readonly int $attempt = 1,
        public readonly bool $replayed = false,
        public readonly ?string $requestId = null,
        public readonly array $headers = [],
    ) {
    }
}
