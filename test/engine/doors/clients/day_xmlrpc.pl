# A day in the shop by Perl's RPC::XML, which refuses faults of more than two members. Argument: the address of the server.
use strict;
use warnings;
use JSON::PP;
use LWP::UserAgent;
use RPC::XML;
use RPC::XML::Client;

$RPC::XML::ALLOW_NIL = 1;
my ($url) = @ARGV;
my $json = JSON::PP->new;

sub control {
    my ($method, $path, $body) = @_;
    my $request = HTTP::Request->new($method, $url . $path, ["Content-Type" => "application/json"], $json->encode($body));
    my $text = LWP::UserAgent->new->request($request)->content;
    return $text eq "" ? undef : $json->decode($text);
}

my $client = RPC::XML::Client->new("$url/api/xmlrpc/");

sub send_call {
    my ($method, @params) = @_;
    my $answer = $client->send_request($method, @params);
    die $answer unless ref $answer;
    return $answer;
}

my $session = send_call("login", RPC::XML::string->new("admin"), RPC::XML::string->new("admin123"))->value;

sub call {
    my ($path, @args) = @_;
    return send_call("call", RPC::XML::string->new($session), $path, \@args);
}

sub code_of {
    my ($answer) = @_;
    return $answer->is_fault ? $answer->code . "" : undef;
}

my $found = call("catalog_product.list", { sku => { in => ["mug-01", "mug-02"] } })->value;
call("catalog_product.update", "mug-01", { name => "Renamed" });
my $product = call("catalog_product.info", 1)->value;
call("product_stock.update", "mug-01", { qty => 7, is_in_stock => 1 });
my $stock = call("product_stock.list", ["mug-01"])->value;

my $order = control("POST", "/control/orders", { customer_id => 1, items => [{ sku => "mug-01", qty => 1 }] })->{increment_id};
my $number = RPC::XML::string->new($order);
my $listed = call("sales_order.list", { increment_id => $number })->value;
my $shipment = RPC::XML::string->new(call("sales_order_shipment.create", $number, {}, "Packed")->value);
call("sales_order_shipment.addTrack", $shipment, "ups", "UPS", "1Z999");
my $invoice = call("sales_order_invoice.create", $number, {})->value;
call("sales_order.addComment", $number, "complete", "Thank you");
my $info = call("sales_order.info", $number)->value;
my $shipped = call("sales_order_shipment.info", $shipment)->value;

my $fault = code_of(call("catalog_product.info", "nothing"));
control("PUT", "/control/clock", { advance_seconds => 4000 });
my $expired = code_of(call("catalog_product.info", 1));
$session = send_call("login", "admin", "admin123")->value;
my $again = send_call("system.multicall", [
    { methodName => "call", params => [RPC::XML::string->new($session), "catalog_product.info", [1]] },
])->value;

print $json->encode({
    found => [map { $_->{sku} } @$found],
    name => $product->{name},
    price => $product->{price},
    qty => $stock->[0]{qty},
    listed => scalar @$listed,
    state => $info->{state},
    comment => $info->{status_history}[0]{comment},
    track => $shipped->{tracks}[0]{number},
    invoiced => $invoice ne "" ? JSON::PP::true : JSON::PP::false,
    fault => $fault,
    expired => $expired,
    again => $again->[0][0]{sku},
});
