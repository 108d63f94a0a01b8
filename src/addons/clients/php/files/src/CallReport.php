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
     */
    public function __construct(
        public readonly string $operation,
        public readonly float $milliseconds,
        public readonly ?int $status,
        public readonly ?string $fault,
    ) {
    }
}
