<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** The service refused a call. Branch on $fault. */
final class StoreApiError extends StoreError
{
    /**
     * @param string $operation the operation that was called
     * @param string $fault the string code of the fault, one of the constants of Fault
     * @param int $faultCode the number of the fault; several faults may share a number
     * @param array<string, mixed> $data further data of the fault: `errors` (by member), `parameter`, `retry_after`, …
     * @param string|null $requestId `X-Request-Id` of the response, by which the log of the service has the call
     */
    public function __construct(
        string $operation,
        string $fault,
        public readonly int $faultCode,
        string $message,
        public readonly array $data,
        public readonly ?string $requestId = null,
    ) {
        parent::__construct($operation, $fault, "{$message} ({$fault})", $faultCode);
    }
}
