<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Control;
use StoreApi\ControlError;

/** @internal the server of a run of tests */
final class TestServer
{
    /** Never asks a registry: the name `store-api` alone belongs to nobody there. */
    private const COMMAND = 'npx --no-install --offline store-api';

    private const ADVICE = 'install the package store-management-api in this folder, or set STORE_API_COMMAND or STORE_API_URL';

    private static ?string $url = null;

    /** The address of the server. The first caller starts it, unless STORE_API_URL is set. */
    public static function url(): string
    {
        return self::$url ??= getenv('STORE_API_URL') ?: self::started();
    }

    private static function started(): string
    {
        $command = (getenv('STORE_API_COMMAND') ?: self::COMMAND)
            . ' --port 0 --storage memory: --log-level warn --stop-with-parent';
        // It stops when its standard input ends, which happens however these tests end.
        $process = proc_open("exec {$command}", [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if ($process === false) {
            throw new \RuntimeException("{$command} cannot be run: " . self::ADVICE);
        }
        $url = null;
        register_shutdown_function(static function () use ($pipes, $process, &$url): void {
            if ($url !== null) {
                fwrite(STDERR, self::coverageLine($url));
            }
            fclose($pipes[0]);
            proc_close($process);
        });
        while (($line = fgets($pipes[1])) !== false) {
            if (preg_match('~is ready on (https?://\S+)~', $line, $found) === 1) {
                return $url = $found[1];
            }
        }
        throw new \RuntimeException("{$command} did not start. If the program is missing, " . self::ADVICE);
    }

    /** What the tests called. Nothing if the server no longer answers: then their own errors have said so. */
    private static function coverageLine(string $url): string
    {
        try {
            $coverage = (new Control($url))->getCoverage();
        } catch (ControlError) {
            return '';
        }
        $text = static fn (object $share, string $name): string => "{$share->covered} of {$share->all} {$name} ({$share->percent} %)";
        $parts = [$text($coverage->operations, 'operations'), $text($coverage->faults, 'faults'), $text($coverage->parameters, 'parameters')];
        $unused = $coverage->rules_never_used;
        return 'Coverage: ' . implode(', ', $parts) . ".\n"
            . ($unused === [] ? '' : 'Rules that no call used: ' . implode('; ', $unused) . ".\n");
    }
}
