<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Record;
use StoreApi\StoreClientError;
use StoreApi\StoreError;

/** @internal arguments as JSON has them */
final class Values
{
    /** Deeper data is refused: it is an object that contains itself. */
    private const DEEPEST = 100;

    /**
     * @param array<string, mixed> $params null values are not sent
     * @param string $within the place of the parameters in a list, for the error
     * @return array<string, mixed>
     * @throws StoreClientError with the fault invalid_value for a value that JSON lacks, named by its member
     */
    public static function sendable(string $operation, array $params, string $within = ''): array
    {
        $given = array_filter($params, static fn (mixed $value): bool => $value !== null);
        $refuse = static fn (string $member, string $problem): StoreClientError =>
            new StoreClientError($operation, 'invalid_value', "{$member} {$problem}");
        return self::members($given, $within, false, $refuse, 1);
    }

    /**
     * The value as JSON has it. Throws what $refuse makes of the member and the problem.
     *
     * @param \Closure(string, string): StoreError $refuse
     */
    public static function plain(mixed $value, string $member, \Closure $refuse, int $depth = 0): mixed
    {
        $refused = static fn (string $problem): StoreError => $refuse($member, $problem);
        if ($depth > self::DEEPEST) {
            throw $refuse(substr($member, 0, 40) . '…', 'is nested more than ' . self::DEEPEST . ' levels deep');
        }
        if ($value instanceof \DateTimeInterface) {
            return self::time($value);
        }
        if ($value instanceof Record) {
            // An object stays one, even without members.
            return (object) self::members($value->members(), $member, false, $refuse, $depth + 1);
        }
        if ($value instanceof \JsonSerializable) {
            return self::plain($value->jsonSerialize(), $member, $refuse, $depth + 1);
        }
        return match (true) {
            $value === null, is_bool($value), is_int($value) => $value,
            is_float($value) => is_finite($value)
                ? $value
                : throw $refused('is ' . var_export($value, true) . ', which is not a number in JSON'),
            is_string($value) => preg_match('//u', $value) === 1 ? $value : throw $refused('is not text in UTF-8'),
            is_array($value) => self::members($value, $member, array_is_list($value), $refuse, $depth + 1),
            $value instanceof \BackedEnum => $value->value,
            $value instanceof \stdClass => (object) self::members((array) $value, $member, false, $refuse, $depth + 1),
            default => throw $refused('is of the type ' . get_debug_type($value) . ', which JSON does not have'),
        };
    }

    /**
     * @param array<mixed> $values
     * @param \Closure(string, string): StoreError $refuse
     * @return array<mixed>
     */
    private static function members(array $values, string $member, bool $isList, \Closure $refuse, int $depth): array
    {
        $plain = [];
        foreach ($values as $name => $value) {
            if (preg_match('//u', (string) $name) !== 1) {
                throw $refuse($member, 'has a member whose name is not text in UTF-8');
            }
            $place = $isList ? "{$member}[{$name}]" : ltrim("{$member}.{$name}", '.');
            $plain[$name] = self::plain($value, $place, $refuse, $depth);
        }
        return $plain;
    }

    /** What does not fit in an answer, for a message; PHP adds places in this package. */
    public static function misfit(\TypeError $error): string
    {
        return 'the answer is not that of the contract: ' . preg_replace('/, called in .*/s', '', $error->getMessage());
    }

    /** A time as the service writes it, in UTC. Midnight is also a day, which is all that some members take. */
    private static function time(\DateTimeInterface $time): string
    {
        $utc = (new \DateTimeImmutable('@' . $time->getTimestamp()))->format('Y-m-d H:i:s');
        return preg_replace('/ 00:00:00$/', '', $utc);
    }
}
