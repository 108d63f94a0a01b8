<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\Contract;
use StoreApi\Outcome;

/** @internal calls that will be sent together */
final class Plan
{
    /** @var list<array{string, array<string, mixed>}> */
    public array $calls = [];

    /** @var list<Outcome<mixed>> */
    public array $outcomes = [];

    /**
     * @param array<string, mixed> $params null values are not sent
     * @param \Closure(mixed): mixed $build converts the decoded answer to the result
     * @param string $within the place of the parameters in a list, for an error
     * @return Outcome<mixed>
     */
    public function add(string $operation, array $params, \Closure $build, string $within = ''): Outcome
    {
        if (count($this->calls) >= Contract::MAX_CALLS) {
            throw new \LengthException('a batch holds at most ' . Contract::MAX_CALLS . ' calls');
        }
        $this->calls[] = [$operation, Values::sendable($operation, $params, $within)];
        return $this->outcomes[] = new Outcome($operation, $build);
    }
}
