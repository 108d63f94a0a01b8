<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** There is no complete answer */
final class TransportError extends \RuntimeException
{
    /** @param 'invalid_value'|'connection_failed'|'timed_out'|'unexpected_answer' $fault */
    public function __construct(
        public readonly string $fault,
        string $message,
        public readonly ?int $status = null,
    ) {
        parent::__construct($message);
    }
}
