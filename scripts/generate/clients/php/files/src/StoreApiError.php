<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

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
