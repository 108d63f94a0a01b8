<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Record;
use StoreApi\StoreClientError;

/** @internal arguments as JSON has them */
final class Values
{
    /**
     * @param array<string, mixed> $params null values are not sent
     * @return array<string, mixed>
     * @throws StoreClientError with the fault invalid_value for a value that JSON lacks, named by its member
     */
    public static function sendable(string $operation, array $params): array
    {
        $given = array_filter($params, static fn (mixed $value): bool => $value !== null);
        $plain = [];
        foreach ($given as $name => $value) {
            $plain[$name] = self::plain($operation, $value, (string) $name);
        }
        return $plain;
    }

    private static function plain(string $operation, mixed $value, string $member): mixed
    {
        $refused = static fn (string $problem): StoreClientError =>
            new StoreClientError($operation, 'invalid_value', "{$member} {$problem}");
        if ($value instanceof \DateTimeInterface) {
            return self::time($value);
        }
        if ($value instanceof Record) {
            // An object stays one, even without members.
            return (object) self::members($operation, $value->members(), $member, false);
        }
        if ($value instanceof \JsonSerializable) {
            return self::plain($operation, $value->jsonSerialize(), $member);
        }
        return match (true) {
            $value === null, is_bool($value), is_int($value) => $value,
            is_float($value) => is_finite($value)
                ? $value
                : throw $refused('is ' . var_export($value, true) . ', which is not a number in JSON'),
            is_string($value) => preg_match('//u', $value) === 1 ? $value : throw $refused('is not text in UTF-8'),
            is_array($value) => self::members($operation, $value, $member, array_is_list($value)),
            $value instanceof \BackedEnum => $value->value,
            $value instanceof \stdClass => (object) self::members($operation, (array) $value, $member, false),
            default => throw $refused('is of the type ' . get_debug_type($value) . ', which JSON does not have'),
        };
    }

    /**
     * @param array<mixed> $values
     * @return array<mixed>
     */
    private static function members(string $operation, array $values, string $member, bool $isList): array
    {
        $plain = [];
        foreach ($values as $name => $value) {
            $plain[$name] = self::plain($operation, $value, $isList ? "{$member}[{$name}]" : "{$member}.{$name}");
        }
        return $plain;
    }

    /** A time as the service writes it, in UTC. Midnight is also a day, which is all that some members take. */
    private static function time(\DateTimeInterface $time): string
    {
        $utc = (new \DateTimeImmutable('@' . $time->getTimestamp()))->format('Y-m-d H:i:s');
        return preg_replace('/ 00:00:00$/', '', $utc);
    }
}
