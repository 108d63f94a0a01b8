<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

use StoreApi\Internal\Connection;
use StoreApi\Internal\Plan;

/** Operations that are sent in one request; they run one after the other, each in its own transaction. */
final class Batch extends PlannedNamespaces
{
    /** @internal */
    public function __construct(
        private readonly Connection $connection,
        private readonly bool $stop,
        private readonly ?string $key = null,
    ) {
        parent::__construct(new Plan());
    }

    /** Sends the calls that were collected since the last time. */
    public function send(): void
    {
        ['calls' => $calls, 'outcomes' => $outcomes] = get_object_vars($this->plan);
        [$this->plan->calls, $this->plan->outcomes] = [[], []];
        if ($calls === []) {
            return;
        }
        $answers = $this->stop
            ? $this->connection->multiCall($calls, true, $this->key)
            : $this->connection->batch($calls, $this->key);
        foreach ($outcomes as $index => $outcome) {
            if (isset($answers[$index])) {
                $outcome->settle($answers[$index]);
            } else {
                $message = 'an earlier call failed';
                $outcome->error = new StoreClientError($outcome->operation, 'not_executed', $message);
            }
        }
    }
}
