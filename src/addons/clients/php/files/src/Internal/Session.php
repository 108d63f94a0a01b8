<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

/** @internal the session that clients share, and the credentials to open it */
final class Session
{
    public function __construct(
        public readonly ?string $username,
        #[\SensitiveParameter] public readonly ?string $apiKey,
        #[\SensitiveParameter] public ?string $value,
    ) {
    }

    /** @return array<string, mixed> without key and session */
    public function __debugInfo(): array
    {
        return ['username' => $this->username];
    }
}
