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

    public function __construct(public readonly string $operation)
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
            $this->result = $answer['result'] ?? null;
        } elseif ($error['code'] < 0) {
            $this->error = new StoreClientError($this->operation, 'unexpected_answer', $error['message']);
        } else {
            ['code' => $code, 'message' => $message, 'data' => $data] = $error;
            $this->error = new StoreApiError($this->operation, $data['fault'], $code, $message, $data);
        }
    }
}

/** @internal calls that are going to be sent together */
final class Plan
{
    /** @var list<array{string, array<string, mixed>}> */
    public array $calls = [];

    /** @var list<Outcome<mixed>> */
    public array $outcomes = [];

    /**
     * @param array<string, mixed> $params those that are null are not sent
     * @return Outcome<mixed>
     */
    public function add(string $operation, array $params): Outcome
    {
        if (count($this->calls) >= MAX_CALLS) {
            throw new \LengthException('a batch holds at most ' . MAX_CALLS . ' calls');
        }
        $this->calls[] = [$operation, array_filter($params, static fn (mixed $value): bool => $value !== null)];
        return $this->outcomes[] = new Outcome($operation);
    }
}

/** Operations that are sent in one request; they run one after the other, each by itself. */
final class Batch
{
    private Plan $plan;

    public function __construct(private readonly Connection $connection, private readonly bool $stop)
    {
        $this->plan = new Plan();
    }

    /** Sends what was collected since the last time. */
    public function send(): void
    {
        ['calls' => $calls, 'outcomes' => $outcomes] = get_object_vars($this->plan);
        [$this->plan->calls, $this->plan->outcomes] = [[], []];
        if ($calls === []) {
            return;
        }
        $answers = $this->stop
            ? array_map(self::answerOf(...), $this->connection->multiCall($calls, true))
            : $this->connection->batch($calls);
        foreach ($outcomes as $index => $outcome) {
            if (isset($answers[$index])) {
                $outcome->settle($answers[$index]);
            } else {
                $message = 'an earlier call failed';
                $outcome->error = new StoreClientError($outcome->operation, 'not_executed', $message);
            }
        }
    }

    /**
     * An entry of `multiCall` in the form of an answer.
     *
     * @return array<string, mixed>
     */
    private static function answerOf(mixed $entry): array
    {
        if (!is_array($entry) || ($entry['isFault'] ?? null) !== true || !isset($entry['faultCode'])) {
            return ['result' => $entry];
        }
        ['faultCode' => $code, 'faultMessage' => $message, 'data' => $data] = $entry;
        return ['error' => ['code' => $code, 'message' => $message, 'data' => $data]];
    }
}
