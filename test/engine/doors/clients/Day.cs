// A day in the shop by mono and SOAP v2, with the proxy that `wsdl` generates. Argument: the address of the server.
using System;
using System.Linq;
using System.Net;
using System.Text.RegularExpressions;
using System.Web.Script.Serialization;
using System.Web.Services.Protocols;

static class Day
{
    static string url;

    static string Control(string method, string path, string body)
    {
        using (var client = new WebClient())
        {
            client.Headers[HttpRequestHeader.ContentType] = "application/json";
            return client.UploadString(url + path, method, body);
        }
    }

    static string CodeOf(Action call)
    {
        try { call(); return null; }
        catch (SoapException fault) { return fault.Code.Name; }
    }

    static void Main(string[] args)
    {
        url = args[0];
        var shop = new MagentoService { Url = url + "/api/v2_soap/" };
        var session = shop.login("admin", "admin123");
        Func<string, catalogProductReturnEntity> info = product => shop.catalogProductInfo(session, product, null, null, null);

        var skus = new complexFilter { key = "sku", value = new associativeEntity { key = "in", value = "mug-01,mug-02" } };
        var found = shop.catalogProductList(session, new filters { complex_filter = new[] { skus } }, null);
        shop.catalogProductUpdate(session, "mug-01", new catalogProductCreateEntity { name = "Renamed" }, null, null);
        var product1 = info("1");
        var change = new catalogInventoryStockItemUpdateEntity { qty = "7", is_in_stock = 1, is_in_stockSpecified = true };
        shop.catalogInventoryStockItemUpdate(session, "mug-01", change);
        var stock = shop.catalogInventoryStockItemList(session, new[] { "mug-01" })[0];

        var placed = Control("POST", "/control/orders", "{\"customer_id\":1,\"items\":[{\"sku\":\"mug-01\",\"qty\":1}]}");
        var order = Regex.Match(placed, "\"increment_id\":\"(\\d+)\"").Groups[1].Value;
        var number = new associativeEntity { key = "increment_id", value = order };
        var orders = shop.salesOrderList(session, new filters { filter = new[] { number } });
        var shipment = shop.salesOrderShipmentCreate(session, order, null, "Packed", 0, 0);
        shop.salesOrderShipmentAddTrack(session, shipment, "ups", "UPS", "1Z999", 0);
        var invoice = shop.salesOrderInvoiceCreate(session, order, null, null, null, null);
        shop.salesOrderAddComment(session, order, "complete", "Thank you", null);
        var whole = shop.salesOrderInfo(session, order);
        var shipped = shop.salesOrderShipmentInfo(session, shipment);

        var fault = CodeOf(() => info("nothing"));
        Control("PUT", "/control/clock", "{\"advance_seconds\":4000}");
        var expired = CodeOf(() => info("1"));
        session = shop.login("admin", "admin123");

        Console.WriteLine(new JavaScriptSerializer().Serialize(new
        {
            found = found.Select(one => one.sku),
            name = product1.name,
            price = product1.price,
            qty = stock.qty,
            listed = orders.Length,
            state = whole.state,
            comment = whole.status_history[0].comment,
            track = shipped.tracks[0].number,
            invoiced = invoice != "",
            fault,
            expired,
            again = info("1").sku,
        }));
    }
}
