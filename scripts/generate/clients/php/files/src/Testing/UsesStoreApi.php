<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Testing;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;
use StoreApi\Control;
use StoreApi\Internal\TestServer;
use StoreApi\Shop;

/**
 * For tests with PHPUnit: a shop of its own for each test, what one does no other sees.
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
 * The server is the one of STORE_API_URL, as `store-api exec -- phpunit` sets it; without it one is started for the run
 * by the command of STORE_API_COMMAND (`npx store-api`).
 */
trait UsesStoreApi
{
    protected Shop $shop;
    protected Control $control;

    /** Where the server is. */
    protected string $storeApiUrl;

    /** The name of this shop, for other clients: they send it in the header `X-Sandbox`. */
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
        (new Control($this->storeApiUrl))->deleteSandbox($this->storeApiSandbox);
    }
}
