<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/** What sends the requests. A program can give the client one of its own, for example to record them. */
interface Sends
{
    /**
     * The answer, whatever its status, without following redirects.
     *
     * @param string $path the path below the address of the service
     * @param list<string> $headers such as `Content-Type: application/json`
     * @param float $deadline the end of the timeout, by microtime(true)
     * @throws TransportError if there is no complete answer
     */
    public function send(string $method, string $path, array $headers, ?string $body, float $deadline): Answer;
}
