<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** An answer over HTTP, whatever its status */
final class Answer
{
    /** @param int|null $retryAfter seconds to wait before the next try, if the service gives them */
    public function __construct(
        public readonly int $status,
        public readonly string $body,
        public readonly ?int $retryAfter,
    ) {
    }

    /** Whether the service, or a proxy in front of it, asks for a later retry. */
    public function isBusy(): bool
    {
        return $this->status === 429 || $this->status === 503;
    }
}
