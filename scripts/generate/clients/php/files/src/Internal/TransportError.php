<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

/** @internal there is no complete answer */
final class TransportError extends \RuntimeException
{
    /** @param 'connection_failed'|'timed_out'|'unexpected_answer' $reason */
    public function __construct(
        public readonly string $reason,
        string $message,
        public readonly ?int $status = null,
    ) {
        parent::__construct($message);
    }
}
