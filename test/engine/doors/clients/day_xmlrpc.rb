# A day in the shop by Ruby's xmlrpc library, which refuses faults of more than two members. Argument: the address of the server.
require "json"
require "net/http"
require "xmlrpc/client"

XMLRPC::Config.module_eval do
  remove_const :ENABLE_NIL_PARSER
  const_set :ENABLE_NIL_PARSER, true
end

$url = ARGV[0]

def control(method, path, body)
  uri = URI($url + path)
  request = Net::HTTP.const_get(method).new(uri, "Content-Type" => "application/json")
  request.body = JSON.generate(body)
  answer = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
  answer.body.to_s.empty? ? nil : JSON.parse(answer.body)
end

def code_of
  yield
rescue XMLRPC::FaultException => fault
  fault.faultCode.to_s
end

$client = XMLRPC::Client.new2($url + "/api/xmlrpc/")
$session = $client.call("login", "admin", "admin123")

def call(path, *args)
  $client.call("call", $session, path, args)
end

found = call("catalog_product.list", { "sku" => { "in" => ["mug-01", "mug-02"] } })
call("catalog_product.update", "mug-01", { "name" => "Renamed" })
product = call("catalog_product.info", 1)
call("product_stock.update", "mug-01", { "qty" => 7, "is_in_stock" => 1 })
stock = call("product_stock.list", ["mug-01"])

order = control("Post", "/control/orders", { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] })["increment_id"]
listed = call("sales_order.list", { "increment_id" => order })
shipment = call("sales_order_shipment.create", order, {}, "Packed")
call("sales_order_shipment.addTrack", shipment, "ups", "UPS", "1Z999")
invoice = call("sales_order_invoice.create", order, {})
call("sales_order.addComment", order, "complete", "Thank you")
info = call("sales_order.info", order)
shipped = call("sales_order_shipment.info", shipment)

fault = code_of { call("catalog_product.info", "nothing") }
control("Put", "/control/clock", { advance_seconds: 4000 })
expired = code_of { call("catalog_product.info", 1) }
$session = $client.call("login", "admin", "admin123")
again = $client.multicall(["call", $session, "catalog_product.info", [1]], ["call", $session, "catalog_product.list"])

puts JSON.generate(
  found: found.map { |one| one["sku"] },
  name: product["name"],
  price: product["price"],
  qty: stock[0]["qty"],
  listed: listed.length,
  state: info["state"],
  comment: info["status_history"][0]["comment"],
  track: shipped["tracks"][0]["number"],
  invoiced: invoice != "",
  fault: fault,
  expired: expired,
  again: again[0]["sku"]
)
