<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** An answer over HTTP, whatever its status */
final class Answer
{
    /**
     * @param int|null $retryAfter seconds to wait before the next try, if the service gives them
     * @param string $address where it came from, for messages
     * @param array<string, string> $headers by names in lower case
     */
    public function __construct(
        public readonly int $status,
        public readonly string $body,
        public readonly ?int $retryAfter,
        public readonly string $address = '',
        public readonly array $headers = [],
    ) {
    }

    /** A problem with this answer, behind its address. */
    public function told(string $problem): string
    {
        return $this->address === '' ? $problem : "{$this->address}: {$problem}";
    }

    /** The beginning of an unexpected answer, for a message. */
    public function beginning(): string
    {
        $line = trim((string) preg_replace('/[^\x21-\x7e]+/', ' ', substr($this->body, 0, 400)));
        return $line === '' ? '' : ': ' . (strlen($line) > 80 ? substr($line, 0, 80) . '…' : $line);
    }

    /** Whether the service, or a proxy in front of it, asks for a later retry. */
    public function isBusy(): bool
    {
        return $this->status === 429 || $this->status === 503;
    }
}
