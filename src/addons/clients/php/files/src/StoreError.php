<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * The base class of the errors of this package: a call that was refused, failed or could not be sent.
 *
 * It can be serialized for another process, without its trace and previous errors, whose arguments may be anything.
 */
abstract class StoreError extends \RuntimeException implements \JsonSerializable
{
    /**
     * @param string $operation the operation that was called
     * @param string $fault the string code of what went wrong
     */
    protected function __construct(
        public readonly string $operation,
        public readonly string $fault,
        string $message,
        int $code = 0,
    ) {
        parent::__construct("{$operation}: {$message}", $code);
    }

    /** @return array<string, mixed> for logs in JSON */
    public function jsonSerialize(): array
    {
        return ['class' => static::class, 'message' => $this->getMessage()] + $this->members();
    }

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        $place = ['file' => $this->getFile(), 'line' => $this->getLine()];
        return ['message' => $this->getMessage(), 'code' => $this->getCode(), 'place' => $place, 'members' => $this->members()];
    }

    /** @param array<string, mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->message = $data['message'];
        $this->code = $data['code'];
        ['file' => $this->file, 'line' => $this->line] = $data['place'];
        foreach ($data['members'] as $name => $value) {
            // A readonly property is set by the class that declares it.
            $class = (new \ReflectionProperty($this, $name))->getDeclaringClass()->getName();
            (new \ReflectionProperty($class, $name))->setValue($this, $value);
        }
    }

    /** @return array<string, mixed> the public properties */
    private function members(): array
    {
        $members = [];
        foreach ((new \ReflectionObject($this))->getProperties(\ReflectionProperty::IS_PUBLIC) as $property) {
            $members[$property->getName()] = $property->getValue($this);
        }
        return $members;
    }
}
