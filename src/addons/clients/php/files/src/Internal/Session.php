<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

/** @internal the session that clients share, and the credentials to open it */
final class Session
{
    public function __construct(
        public readonly ?string $username,
        public readonly ?string $apiKey,
        public ?string $value,
    ) {
    }
}
