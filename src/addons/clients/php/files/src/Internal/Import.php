<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Contract;
use StoreApi\ImportProgress;
use StoreApi\Outcome;
use StoreApi\StoreApiError;
use StoreApi\StoreClientError;

/** @internal an import of a long list */
final class Import
{
    private const MAY_PASS = ['connection_failed', 'timed_out', 'unavailable'];

    public function __construct(
        private readonly Connection $connection,
        private readonly string $operation,
        private readonly string $key,
        private readonly int $size,
        private readonly int $attempts,
    ) {
        if ($size < 1 || $size > Contract::MAX_CALLS) {
            $most = Contract::MAX_CALLS;
            throw new \InvalidArgumentException("the size of an import is 1 to {$most} calls, not {$size}");
        }
        if ($key === '') {
            throw new \InvalidArgumentException('an import needs a key that is not empty');
        }
    }

    /**
     * @param list<array<string, mixed>> $items
     * @return list<Outcome<mixed>>
     */
    public function run(array $items, ?\Closure $onProgress): array
    {
        $plans = [];
        foreach (array_values($items) as $index => $params) {
            $plan = $plans[intdiv($index, $this->size)] ??= new Plan();
            $plan->add($this->operation, $params, static fn (mixed $value): mixed => $value, "items[{$index}]");
        }
        $outcomes = [];
        foreach ($plans as $number => $plan) {
            $this->untilDone($plan, "{$this->key}#{$number}");
            $outcomes = [...$outcomes, ...$plan->outcomes];
            $failed = array_filter($outcomes, static fn (Outcome $outcome): bool => $outcome->error !== null);
            if ($onProgress !== null) {
                $onProgress(new ImportProgress(count($outcomes), count($failed), count($items)));
            }
        }
        return $outcomes;
    }

    /** Sends a batch with its key until every call has its final outcome. */
    private function untilDone(Plan $plan, string $key): void
    {
        for ($attempt = 1;; $attempt++) {
            $wait = min(0.5 * 2 ** ($attempt - 1), 15);
            try {
                $answers = $this->connection->batch($plan->calls, $key);
                foreach ($plan->outcomes as $index => $outcome) {
                    $outcome->error = null;
                    $outcome->settle($answers[$index]);
                }
                $isPassing = static fn (Outcome $outcome): bool => self::isPassing($outcome->error);
                if ($attempt >= $this->attempts || array_filter($plan->outcomes, $isPassing) === []) {
                    return;
                }
            } catch (StoreClientError $error) {
                if ($attempt >= $this->attempts || !in_array($error->fault, self::MAY_PASS, true)) {
                    throw $error;
                }
                $wait = $error->retryAfter ?? $wait;
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** Whether nothing was executed, or an earlier try is still being executed. */
    private static function isPassing(StoreApiError|StoreClientError|null $error): bool
    {
        if (!$error instanceof StoreApiError) {
            return false;
        }
        $isUnderWay = ($error->data['parameter'] ?? null) === 'Idempotency-Key'
            && str_contains($error->getMessage(), 'under way');
        return $isUnderWay || $error->fault === 'internal' || isset($error->data['retry_after']);
    }
}
