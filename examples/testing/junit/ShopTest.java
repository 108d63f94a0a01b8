import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShopTest {
  @RegisterExtension Shop shop = new Shop();

  @Test
  void aProductIsRenamed() {
    shop.call("catalog_product.update", "{\"productId\":1,\"productData\":{\"name\":\"Cup\"}}");
    shop.control("calls/verify", "{\"operation\":\"catalog_product.update\",\"match\":{\"productId\":1},\"times\":1}");
    assertTrue(shop.call("catalog_product.info", "{\"productId\":1}").contains("\"Cup\""));
  }

  @Test
  void whatWasNotCalledNamesTheNearest() {
    shop.call("catalog_product.info", "{\"productId\":2}");
    var error = assertThrows(AssertionError.class, () ->
        shop.control("calls/verify", "{\"operation\":\"catalog_product.info\",\"match\":{\"productId\":1}}"));
    assertTrue(error.getMessage().contains("productId is 2, expected 1"), error.getMessage());
  }
}
