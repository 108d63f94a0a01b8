<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Testing;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;
use StoreApi\Control;
use StoreApi\ControlError;
use StoreApi\ControlTypes\RecordedCall;
use StoreApi\Internal\TestServer;
use StoreApi\Shop;

/**
 * For tests with PHPUnit: a separate shop for each test, isolated from the others.
 *
 *     final class OrdersTest extends TestCase
 *     {
 *         use \StoreApi\Testing\UsesStoreApi;
 *
 *         public function testAnOrderIsHeld(): void
 *         {
 *             $order = $this->control->placeOrder(['customer_id' => 1, 'items' => [['sku' => 'mug-01', 'qty' => 2]]]);
 *             self::assertTrue($this->shop->salesOrder->hold(orderIncrementId: $order->increment_id));
 *         }
 *     }
 *
 * Uses the server at STORE_API_URL, which `store-api exec -- phpunit` sets. Without this variable, it starts a server for
 * the run with the command in STORE_API_COMMAND (`npx --no-install --offline store-api`).
 */
trait UsesStoreApi
{
    protected Shop $shop;
    protected Control $control;

    /** The address of the server. */
    protected string $storeApiUrl;

    /** The name of this shop. Other clients send it in the header `X-Sandbox`. */
    protected string $storeApiSandbox;

    /** @before */
    #[Before]
    protected function openStoreApi(): void
    {
        $this->storeApiUrl = TestServer::url();
        $this->storeApiSandbox = 'phpunit-' . bin2hex(random_bytes(6));
        (new Control($this->storeApiUrl))->createSandbox(['name' => $this->storeApiSandbox]);
        [$user, $key] = explode(':', getenv('STORE_API_USER') ?: 'admin:admin123', 2);
        $this->shop = new Shop($this->storeApiUrl, $user, $key, headers: ['X-Sandbox' => $this->storeApiSandbox]);
        $this->control = new Control($this->storeApiUrl, sandbox: $this->storeApiSandbox);
    }

    /** @after */
    #[After]
    protected function closeStoreApi(): void
    {
        if ($this->endedBadly()) {
            fwrite(STDERR, "\nThe calls of {$this->nameOfTest()}:\n" . $this->callsText());
        }
        (new Control($this->storeApiUrl))->deleteSandbox($this->storeApiSandbox);
    }

    /** PHPUnit 9 has other names. */
    private function endedBadly(): bool
    {
        if (method_exists($this, 'status')) {
            return $this->status()->isFailure() || $this->status()->isError();
        }
        return in_array($this->getStatus(), [3, 4], true);
    }

    private function nameOfTest(): string
    {
        return method_exists($this, 'name') ? $this->name() : $this->getName();
    }

    /** The latest calls, oldest first, one per line; with STORE_API_CHANGES=1, below each what it has changed. */
    private function callsText(): string
    {
        $text = '';
        $aside = [];
        foreach (array_reverse($this->control->listCalls(limit: 50)) as $call) {
            if ($call->door === 'control') {
                $aside[] = "{$call->number} {$call->operation}";
                continue;
            }
            $text .= $this->callText($call);
            if (getenv('STORE_API_CHANGES') === '1') {
                $text .= $this->changesText($call->number);
            }
        }
        return $text . ($text === '' || $aside === [] ? '' : 'and of the test control: ' . implode(', ', $aside) . "\n");
    }

    private function callText(RecordedCall $call): string
    {
        $what = $call->operation ?? "no operation: {$call->problem}";
        $arguments = $call->arguments === [] ? '{}' : $this->valueText($call->arguments);
        $caller = $call->caller === '' ? 'nobody' : $call->caller;
        $outcome = $call->outcome === 'result' ? 'ok' : $call->outcome;
        if ($call->error !== null) {
            $why = $call->operation === null || $call->problem === null ? '' : " {$call->problem}";
            $outcome = ($call->fault ?? $call->error->code) . ": {$call->error->message}{$why}";
        }
        $forced = $call->forced ? " (forced by rule {$call->rule})" : '';
        $ignored = $call->ignored === [] ? '' : '; ignored: ' . implode(', ', $call->ignored);
        return "{$call->number} {$what} {$arguments} by {$caller} → {$outcome}{$forced}{$ignored}\n";
    }

    /** One member per line; nothing if the changes are no longer kept. */
    private function changesText(int $number): string
    {
        try {
            $changes = $this->control->listCallChanges($number);
        } catch (ControlError) {
            return '';
        }
        $text = '';
        foreach ($changes as $change) {
            $values = $change->member === null
                ? ($change->before === null ? 'created' : 'deleted')
                : "{$change->member} {$this->valueText($change->before)} → {$this->valueText($change->after)}";
            $text .= "  {$change->collection}/{$change->id} {$values}\n";
        }
        return $text;
    }

    /** A value in a line: JSON, truncated. */
    private function valueText(mixed $value): string
    {
        $text = (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        return preg_replace('/^(.{300}).+$/su', '$1…', $text) ?? $text;
    }
}
