<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * The outcome of a call of a batch; available after the batch was sent.
 *
 * @template T
 */
final class Outcome
{
    /** The error of the call; null if it succeeded. */
    public StoreApiError|StoreClientError|null $error = null;

    private bool $isSettled = false;

    /** @var T */
    private mixed $result = null;

    /** @param \Closure(mixed): T $build converts the decoded answer to the result */
    public function __construct(public readonly string $operation, private readonly \Closure $build)
    {
    }

    /**
     * The result. Throws the error of a failed call.
     *
     * @return T
     */
    public function value(): mixed
    {
        if ($this->error !== null) {
            throw $this->error;
        }
        if (!$this->isSettled) {
            throw new \LogicException("{$this->operation}: the batch was not sent yet");
        }
        return $this->result;
    }

    /**
     * @internal
     * @param array<string, mixed> $answer
     */
    public function settle(array $answer): void
    {
        $this->isSettled = true;
        $this->error = Internal\Connection::errorOf($this->operation, $answer);
        if ($this->error === null) {
            $this->result = Internal\Connection::built($this->operation, $this->build, $answer['result'] ?? null);
        }
    }
}
