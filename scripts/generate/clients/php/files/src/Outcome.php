<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

/**
 * What one call of a batch came to; known once the batch was sent.
 *
 * @template T
 */
final class Outcome
{
    /** Why the call failed; null when it did not. */
    public StoreApiError|StoreClientError|null $error = null;

    private bool $isSettled = false;

    /** @var T */
    private mixed $result = null;

    /** @param \Closure(mixed): T $build makes the result of what came over the wire */
    public function __construct(public readonly string $operation, private readonly \Closure $build)
    {
    }

    /**
     * The result. Throws the error of a call that failed.
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
        $error = $answer['error'] ?? null;
        if ($error === null) {
            $this->result = Internal\Connection::built($this->operation, $this->build, $answer['result'] ?? null);
        } elseif ($error['code'] < 0) {
            $this->error = new StoreClientError($this->operation, 'unexpected_answer', $error['message']);
        } else {
            ['code' => $code, 'message' => $message, 'data' => $data] = $error;
            $this->error = new StoreApiError($this->operation, $data['fault'], $code, $message, $data);
        }
    }
}
