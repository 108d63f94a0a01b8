<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

/** @internal an answer over HTTP, whatever its status */
final class Answer
{
    /** @param int|null $retryAfter seconds to wait before the next try, if the service named them */
    public function __construct(
        public readonly int $status,
        public readonly string $body,
        public readonly ?int $retryAfter,
    ) {
    }

    /** Does the service, or a proxy before it, ask to come back later? */
    public function isBusy(): bool
    {
        return $this->status === 429 || $this->status === 503;
    }
}
