# A day in the shop by Perl's SOAP::Lite and SOAP v1. Argument: the address of the server.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use SOAP::Lite;

my ($url) = @ARGV;

sub control {
    my ($method, $path, $body) = @_;
    my $headers = { "Content-Type" => "application/json" };
    my $answer = HTTP::Tiny->new->request($method, $url . $path, { content => encode_json($body), headers => $headers });
    die "$path: $answer->{status} $answer->{content}" unless $answer->{success};
    return $answer->{content} eq "" ? undef : decode_json($answer->{content});
}

my $client = SOAP::Lite->uri("urn:Magento")->proxy("$url/api/soap/");
my $session = $client->call("login", "admin", "admin123")->result;

# The numbers in texts are texts: SOAP::Lite guesses by what a scalar looks like.
sub text { return SOAP::Data->type(string => $_[0]) }

sub attempt { my ($path, @args) = @_; return $client->call("call", $session, $path, [@args]) }

sub call {
    my $answer = attempt(@_);
    die $answer->faultstring if $answer->fault;
    return $answer->result;
}

my $found = call("catalog_product.list", { sku => { in => [ "mug-01", "mug-02" ] } });
call("catalog_product.update", "mug-01", { name => "Renamed" });
my $product = call("catalog_product.info", 1);
call("product_stock.update", "mug-01", { qty => 7, is_in_stock => 1 });
my ($stock) = @{ call("product_stock.list", ["mug-01"]) };

my $order = control("POST", "/control/orders", { customer_id => 1, items => [ { sku => "mug-01", qty => 1 } ] })->{increment_id};
my $listed = call("sales_order.list", { increment_id => text($order) });
# An empty list, not an empty hash, which SOAP::Lite sends as an element without a type.
my $shipment = call("sales_order_shipment.create", text($order), [], "Packed");
call("sales_order_shipment.addTrack", text($shipment), "ups", "UPS", "1Z999");
my $invoice = call("sales_order_invoice.create", text($order), []);
call("sales_order.addComment", text($order), "complete", "Thank you");
my $info = call("sales_order.info", text($order));
my $shipped = call("sales_order_shipment.info", text($shipment));

my $fault = attempt("catalog_product.info", "nothing")->faultcode;
control("PUT", "/control/clock", { advance_seconds => 4000 });
my $expired = attempt("catalog_product.info", 1)->faultcode;
$session = $client->call("login", "admin", "admin123")->result;

print encode_json({
    found => [ map { $_->{sku} } @$found ],
    name => $product->{name},
    price => "$product->{price}",
    qty => "$stock->{qty}",
    listed => scalar @$listed,
    state => $info->{state},
    comment => $info->{status_history}[0]{comment},
    track => $shipped->{tracks}[0]{number},
    invoiced => $invoice ne "" ? JSON::PP::true : JSON::PP::false,
    fault => "$fault",
    expired => "$expired",
    again => call("catalog_product.info", 1)->{sku},
});
