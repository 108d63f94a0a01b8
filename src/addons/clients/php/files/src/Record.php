<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * An object of the API. Its members are properties and can also be read like those of an array.
 *
 * An absent member is null. Members without a property, such as custom attributes, are read like an array
 * (`$product['my_attribute']`). To send a null, give an operation an array instead.
 *
 * @implements \ArrayAccess<string, mixed>
 * @implements \IteratorAggregate<string, mixed>
 */
abstract class Record implements \ArrayAccess, \Countable, \IteratorAggregate, \JsonSerializable
{
    /** @var array<string, array{class-string<Record>, bool}> members that are records, or lists of them */
    protected const INNER = [];

    /** @var array<string, mixed>|null the given members; null for a record that was created by its constructor */
    private ?array $given = null;

    /**
     * @param array<string, mixed> $members
     * @throws \TypeError if they are not the members of this record
     */
    public static function from(array $members): static
    {
        foreach (static::INNER as $name => [$class, $isList]) {
            if (isset($members[$name])) {
                $members[$name] = $isList ? $class::listFrom($members[$name]) : $class::from($members[$name]);
            }
        }
        try {
            $record = new static(...array_intersect_key($members, self::parametersOf(static::class)));
        } catch (\ArgumentCountError) {
            $missing = implode(', ', array_diff(self::requiredOf(static::class), array_keys($members)));
            throw new \TypeError("a member is missing, as from an older server: {$missing}");
        }
        $record->given = $members;
        return $record;
    }

    /**
     * @param array<array<string, mixed>> $rows
     * @return array<static>
     */
    public static function listFrom(array $rows): array
    {
        return array_map(static::from(...), $rows);
    }

    /** @return array<string, mixed> the existing members */
    public function members(): array
    {
        if ($this->given !== null) {
            return $this->given;
        }
        $members = array_filter(
            array_intersect_key(get_object_vars($this), self::parametersOf(static::class)),
            static fn (mixed $value): bool => $value !== null,
        );
        $own = $members['customAttributes'] ?? [];
        unset($members['customAttributes']);
        return $members + $own;
    }

    /** @return array<string, mixed> the same, with nested records as arrays */
    public function toArray(): array
    {
        return array_map(self::plain(...), $this->members());
    }

    private static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof self => $value->toArray(),
            is_array($value) => array_map(self::plain(...), $value),
            default => $value,
        };
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->members()[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->members()[$offset];
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw new \LogicException('a record is not changed; make another one');
    }

    public function offsetUnset(mixed $offset): void
    {
        $this->offsetSet($offset, null);
    }

    public function count(): int
    {
        return count($this->members());
    }

    /** @return \ArrayIterator<string, mixed> */
    public function getIterator(): \ArrayIterator
    {
        return new \ArrayIterator($this->members());
    }

    public function jsonSerialize(): object
    {
        return (object) $this->members();
    }

    /**
     * @param class-string $class
     * @return array<string, int>
     */
    private static function parametersOf(string $class): array
    {
        static $known = [];
        return $known[$class] ??= array_flip(self::namesOf((new \ReflectionMethod($class, '__construct'))->getParameters()));
    }

    /**
     * @param class-string $class
     * @return list<string>
     */
    private static function requiredOf(string $class): array
    {
        $constructor = new \ReflectionMethod($class, '__construct');
        return self::namesOf(array_slice($constructor->getParameters(), 0, $constructor->getNumberOfRequiredParameters()));
    }

    /**
     * @param list<\ReflectionParameter> $parameters
     * @return list<string>
     */
    private static function namesOf(array $parameters): array
    {
        return array_map(static fn (\ReflectionParameter $parameter): string => $parameter->name, $parameters);
    }
}
