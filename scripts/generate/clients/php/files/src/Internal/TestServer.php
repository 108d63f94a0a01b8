<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

/** @internal the server of a run of tests */
final class TestServer
{
    private static ?string $url = null;

    /** The address of the server. The first caller starts it, unless STORE_API_URL is set. */
    public static function url(): string
    {
        return self::$url ??= getenv('STORE_API_URL') ?: self::started();
    }

    private static function started(): string
    {
        $command = (getenv('STORE_API_COMMAND') ?: 'npx store-api')
            . ' --port 0 --storage memory: --log-level warn --stop-with-parent';
        // It stops when its standard input ends, which happens however these tests end.
        $process = proc_open("exec {$command}", [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if ($process === false) {
            throw new \RuntimeException("{$command} cannot be run");
        }
        register_shutdown_function(static function () use ($pipes, $process): void {
            fclose($pipes[0]);
            proc_close($process);
        });
        while (($line = fgets($pipes[1])) !== false) {
            if (preg_match('~is ready on (https?://\S+)~', $line, $found) === 1) {
                return $found[1];
            }
        }
        throw new \RuntimeException("{$command} did not start");
    }
}
