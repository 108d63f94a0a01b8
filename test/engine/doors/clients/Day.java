import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import javax.xml.ws.soap.SOAPFaultException;
import shop.*;

/** A day in the shop by JAX-WS and WS-I, with the classes that `wsimport` generates. Argument: the address of the server. */
public class Day {
    static String url;
    static String session;
    static MageApiModelServerV2HandlerPortType shop;

    static String control(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static void login() {
        LoginParam param = new LoginParam();
        param.setUsername("admin");
        param.setApiKey("admin123");
        session = shop.login(param).getResult();
    }

    static CatalogProductReturnEntity info(String product) {
        CatalogProductInfoRequestParam param = new CatalogProductInfoRequestParam();
        param.setSessionId(session);
        param.setProductId(product);
        return shop.catalogProductInfo(param).getResult();
    }

    static String codeOf(Runnable call) {
        try {
            call.run();
            return null;
        } catch (SOAPFaultException fault) {
            return fault.getFault().getFaultCodeAsName().getLocalName();
        }
    }

    static AssociativeEntity pair(String key, String value) {
        AssociativeEntity pair = new AssociativeEntity();
        pair.setKey(key);
        pair.setValue(value);
        return pair;
    }

    public static void main(String[] args) throws Exception {
        url = args[0];
        shop = new MagentoService(new URL(url + "/api/v2_soap?wsdl")).getMageApiModelServerV2HandlerPort();
        login();

        ComplexFilter skus = new ComplexFilter();
        skus.setKey("sku");
        skus.setValue(pair("in", "mug-01,mug-02"));
        CatalogProductListRequestParam list = new CatalogProductListRequestParam();
        list.setSessionId(session);
        list.setFilters(new Filters());
        list.getFilters().setComplexFilter(new ComplexFilterArray());
        list.getFilters().getComplexFilter().getComplexObjectArray().add(skus);
        String found = shop.catalogProductList(list).getResult().getComplexObjectArray().stream()
            .map(one -> "\"" + one.getSku() + "\"").collect(Collectors.joining(","));

        CatalogProductUpdateRequestParam update = new CatalogProductUpdateRequestParam();
        update.setSessionId(session);
        update.setProductId("mug-01");
        update.setProductData(new CatalogProductCreateEntity());
        update.getProductData().setName("Renamed");
        shop.catalogProductUpdate(update);
        CatalogProductReturnEntity product = info("1");

        CatalogInventoryStockItemUpdateRequestParam change = new CatalogInventoryStockItemUpdateRequestParam();
        change.setSessionId(session);
        change.setProductId("mug-01");
        change.setData(new CatalogInventoryStockItemUpdateEntity());
        change.getData().setQty("7");
        change.getData().setIsInStock(1);
        shop.catalogInventoryStockItemUpdate(change);
        CatalogInventoryStockItemListRequestParam stocks = new CatalogInventoryStockItemListRequestParam();
        stocks.setSessionId(session);
        stocks.setProductIds(new ArrayOfString());
        stocks.getProductIds().getComplexObjectArray().add("mug-01");
        String qty = shop.catalogInventoryStockItemList(stocks).getResult().getComplexObjectArray().get(0).getQty();

        String placed = control("POST", "/control/orders", "{\"customer_id\":1,\"items\":[{\"sku\":\"mug-01\",\"qty\":1}]}");
        String order = placed.replaceAll("(?s).*\"increment_id\":\"(\\d+)\".*", "$1");
        SalesOrderListRequestParam numbered = new SalesOrderListRequestParam();
        numbered.setSessionId(session);
        numbered.setFilters(new Filters());
        numbered.getFilters().setFilter(new AssociativeArray());
        numbered.getFilters().getFilter().getComplexObjectArray().add(pair("increment_id", order));
        int listed = shop.salesOrderList(numbered).getResult().getComplexObjectArray().size();

        SalesOrderShipmentCreateRequestParam ship = new SalesOrderShipmentCreateRequestParam();
        ship.setSessionId(session);
        ship.setOrderIncrementId(order);
        ship.setComment("Packed");
        String shipment = shop.salesOrderShipmentCreate(ship).getResult();
        SalesOrderShipmentAddTrackRequestParam track = new SalesOrderShipmentAddTrackRequestParam();
        track.setSessionId(session);
        track.setShipmentIncrementId(shipment);
        track.setCarrier("ups");
        track.setTitle("UPS");
        track.setTrackNumber("1Z999");
        shop.salesOrderShipmentAddTrack(track);
        SalesOrderInvoiceCreateRequestParam bill = new SalesOrderInvoiceCreateRequestParam();
        bill.setSessionId(session);
        bill.setInvoiceIncrementId(order);
        String invoice = shop.salesOrderInvoiceCreate(bill).getResult();
        SalesOrderAddCommentRequestParam comment = new SalesOrderAddCommentRequestParam();
        comment.setSessionId(session);
        comment.setOrderIncrementId(order);
        comment.setStatus("complete");
        comment.setComment("Thank you");
        shop.salesOrderAddComment(comment);
        SalesOrderInfoRequestParam one = new SalesOrderInfoRequestParam();
        one.setSessionId(session);
        one.setOrderIncrementId(order);
        SalesOrderEntity whole = shop.salesOrderInfo(one).getResult();
        SalesOrderShipmentInfoRequestParam sent = new SalesOrderShipmentInfoRequestParam();
        sent.setSessionId(session);
        sent.setShipmentIncrementId(shipment);
        SalesOrderShipmentEntity shipped = shop.salesOrderShipmentInfo(sent).getResult();

        String fault = codeOf(() -> info("nothing"));
        control("PUT", "/control/clock", "{\"advance_seconds\":4000}");
        String expired = codeOf(() -> info("1"));
        login();

        System.out.printf(
            "{\"found\":[%s],\"name\":\"%s\",\"price\":\"%s\",\"qty\":\"%s\",\"listed\":%d,\"state\":\"%s\","
                + "\"comment\":\"%s\",\"track\":\"%s\",\"invoiced\":%b,\"fault\":\"%s\",\"expired\":\"%s\",\"again\":\"%s\"}%n",
            found, product.getName(), product.getPrice(), qty, listed, whole.getState(),
            whole.getStatusHistory().getComplexObjectArray().get(0).getComment(),
            shipped.getTracks().getComplexObjectArray().get(0).getNumber(),
            !invoice.isEmpty(), fault, expired, info("1").getSku());
    }
}
