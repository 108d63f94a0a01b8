<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Answer;
use StoreApi\Contract;
use StoreApi\Sends;
use StoreApi\TransportError;

/** @internal HTTP for the clients: one open connection, and a time limit that applies whatever the server does */
final class Transport implements Sends
{
    public const MAX_ANSWER_BYTES = 268_435_456;

    private const USER_AGENT = 'store-management-api-php/' . Contract::VERSION . ' php/' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;

    /** Kept between requests, so that the connection stays open. */
    private ?\CurlHandle $curl = null;

    private readonly string $url;

    /** @param array<int, mixed> $curlOptions further options, for example of a proxy or a CA */
    public function __construct(
        string $url,
        private readonly int $maxAnswerBytes,
        #[\SensitiveParameter] private readonly array $curlOptions = [],
    ) {
        if (preg_match('~^https?://[^/?#]~i', $url) !== 1) {
            throw new \InvalidArgumentException("'{$url}' is not an address such as http://127.0.0.1:8080");
        }
        $this->url = rtrim($url, '/');
    }

    /** @return array<string, mixed> without options of curl, which may have keys of proxies */
    public function __debugInfo(): array
    {
        return ['url' => $this->url];
    }

    public static function checkTimeout(float $timeout): void
    {
        if (!($timeout >= 0)) {
            throw new \InvalidArgumentException("timeout is {$timeout}; give seconds, or 0 for no limit");
        }
    }

    /**
     * @param list<string> $headers
     * @param float $deadline the end of the timeout, by microtime(true)
     */
    public function send(
        string $method,
        string $path,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $deadline,
    ): Answer {
        if (preg_grep('/^user-agent:/i', $headers) === []) {
            $headers[] = 'User-Agent: ' . self::USER_AGENT;
        }
        foreach ($headers as $line) {
            // A line break would be the end of this header and the start of another one.
            if (preg_match('/[^\t\x20-\x7e\x80-\xff]/', $line) === 1) {
                $name = strstr($line, ':', true);
                throw new TransportError('invalid_value', "{$name} has a character that a header of HTTP cannot have");
            }
        }
        $left = $deadline - microtime(true);
        if ($left <= 0) {
            throw new TransportError('timed_out', "no answer of {$this->url} in time");
        }
        $curl = $this->curl ??= curl_init();
        curl_reset($curl);
        curl_setopt_array($curl, $this->curlOptions);
        [$text, $received] = ['', []];
        curl_setopt_array($curl, [
            CURLOPT_URL => $this->url . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // A redirect would send the session to another server.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => $left === INF ? 0 : max(1, (int) ceil($left * 1000)),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$received): int {
                if (preg_match('/^([^:\s]+):\s*(.*?)\s*$/', $line, $found) === 1) {
                    $received[strtolower($found[1])] = $found[2];
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function (\CurlHandle $_, string $chunk) use (&$text): int {
                $text .= $chunk;
                // A smaller number than given ends the transfer.
                return strlen($text) > $this->maxAnswerBytes ? 0 : strlen($chunk);
            },
        ]);
        if ($body !== null) {
            // Read by a function, because curl would send a whole body again if an open connection breaks.
            $rest = $body;
            curl_setopt_array($curl, [
                CURLOPT_UPLOAD => true,
                CURLOPT_INFILESIZE => strlen($body),
                CURLOPT_READFUNCTION => static function (\CurlHandle $_, mixed $file, int $length) use (&$rest): string {
                    $chunk = substr($rest, 0, $length);
                    $rest = substr($rest, $length);
                    return $chunk;
                },
            ]);
        }
        $isWhole = curl_exec($curl);
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if (strlen($text) > $this->maxAnswerBytes) {
            $message = "{$this->url}: the answer has more than {$this->maxAnswerBytes} bytes";
            throw new TransportError('unexpected_answer', $message, $status);
        }
        if ($isWhole !== true) {
            $fault = curl_errno($curl) === CURLE_OPERATION_TIMEDOUT ? 'timed_out' : 'connection_failed';
            throw new TransportError($fault, "{$this->url}: " . curl_error($curl));
        }
        if ($status >= 300 && $status < 400) {
            $location = $received['location'] ?? 'another address';
            $message = "{$this->url}: HTTP {$status} leads to {$location}, which is not followed";
            throw new TransportError('unexpected_answer', $message, $status);
        }
        $wait = $received['retry-after'] ?? '';
        return new Answer($status, $text, ctype_digit($wait) ? (int) $wait : null, $this->url, $received);
    }
}
