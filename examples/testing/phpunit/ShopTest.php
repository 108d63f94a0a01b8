<?php
// The trait gives every test a separate shop: `store-api exec -- phpunit ShopTest.php`.
use PHPUnit\Framework\TestCase;

require_once getenv('STORE_API_CLIENT') ?: __DIR__ . '/../node_modules/store-management-api/generated/clients/php/autoload.php';

final class ShopTest extends TestCase
{
    use StoreApi\Testing\UsesStoreApi;

    public function testAProductIsRenamed(): void
    {
        $this->shop->catalogProduct->update(productId: 1, productData: ['name' => 'Cup']);
        $this->control->verifyCalls(['operation' => 'catalog_product.update', 'match' => ['productId' => 1]]);
        self::assertSame('Cup', $this->shop->catalogProduct->info(productId: 1)->name);
    }

    public function testWhatWasNotCalledNamesTheNearest(): void
    {
        $this->shop->catalogProduct->info(productId: 2);
        $this->expectExceptionMessage('productId is 2, expected 1');
        $this->control->verifyCalls(['operation' => 'catalog_product.info', 'match' => ['productId' => 1]]);
    }
}
