// A day in the shop by Go, whose standard library has no XML-RPC: calls are written and answers read by encoding/xml, as
// small programs do. Argument: the address of the server.
package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"
)

var url = os.Args[1]
var session string

type object = map[string]any

// fault is what a call is refused with.
type fault struct {
	code string
	text string
}

func (f fault) Error() string { return f.code + ": " + f.text }

// value is an element <value>; strict about what may stand in it.
type value struct {
	Text   string  `xml:",chardata"`
	String *string `xml:"string"`
	Int    *string `xml:"int"`
	I4     *string `xml:"i4"`
	Double *string `xml:"double"`
	Bool   *string `xml:"boolean"`
	Nil    *string `xml:"nil"`
	Array  *struct {
		Values []value `xml:"data>value"`
	} `xml:"array"`
	Struct *struct {
		Members []struct {
			Name  string `xml:"name"`
			Value value  `xml:"value"`
		} `xml:"member"`
	} `xml:"struct"`
}

func (v value) plain() any {
	switch {
	case v.Struct != nil:
		all := object{}
		for _, member := range v.Struct.Members {
			all[member.Name] = member.Value.plain()
		}
		return all
	case v.Array != nil:
		all := []any{}
		for _, one := range v.Array.Values {
			all = append(all, one.plain())
		}
		return all
	case v.Nil != nil:
		return nil
	}
	for _, text := range []*string{v.String, v.Int, v.I4, v.Double, v.Bool} {
		if text != nil {
			return *text
		}
	}
	return v.Text
}

type response struct {
	Params []value `xml:"params>param>value"`
	Fault  *value  `xml:"fault>value"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func escaped(text string) string {
	var out bytes.Buffer
	must(xml.EscapeText(&out, []byte(text)))
	return out.String()
}

func written(given any) string {
	switch one := given.(type) {
	case string:
		return "<value><string>" + escaped(one) + "</string></value>"
	case int:
		return fmt.Sprintf("<value><int>%d</int></value>", one)
	case []any:
		all := ""
		for _, inner := range one {
			all += written(inner)
		}
		return "<value><array><data>" + all + "</data></array></value>"
	case object:
		names := []string{}
		for name := range one {
			names = append(names, name)
		}
		sort.Strings(names)
		all := ""
		for _, name := range names {
			all += "<member><name>" + escaped(name) + "</name>" + written(one[name]) + "</member>"
		}
		return "<value><struct>" + all + "</struct></value>"
	}
	panic(fmt.Sprintf("%T", given))
}

func send(method string, params ...any) (any, error) {
	body := "<?xml version=\"1.0\"?><methodCall><methodName>" + method + "</methodName><params>"
	for _, param := range params {
		body += "<param>" + written(param) + "</param>"
	}
	answer, err := http.Post(url+"/api/xmlrpc/", "text/xml", strings.NewReader(body+"</params></methodCall>"))
	must(err)
	defer answer.Body.Close()
	var read response
	must(xml.NewDecoder(answer.Body).Decode(&read))
	if read.Fault != nil {
		found := read.Fault.plain().(object)
		if len(found) != 2 {
			panic("a fault has two members")
		}
		return nil, fault{found["faultCode"].(string), found["faultString"].(string)}
	}
	return read.Params[0].plain(), nil
}

func call(path string, args ...any) any {
	answer, err := send("call", session, path, args)
	must(err)
	return answer
}

func codeOf(path string, args ...any) string {
	_, err := send("call", session, path, args)
	return err.(fault).code
}

func logIn() {
	answer, err := send("login", "admin", "admin123")
	must(err)
	session = answer.(string)
}

func control(method, path string, body any) object {
	text, err := json.Marshal(body)
	must(err)
	request, err := http.NewRequest(method, url+path, bytes.NewReader(text))
	must(err)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	must(err)
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	must(err)
	found := object{}
	if len(read) > 0 {
		must(json.Unmarshal(read, &found))
	}
	return found
}

func first(list any) object { return list.([]any)[0].(object) }

func main() {
	logIn()
	skus := []any{}
	for _, one := range call("catalog_product.list", object{"sku": object{"in": []any{"mug-01", "mug-02"}}}).([]any) {
		skus = append(skus, one.(object)["sku"])
	}
	call("catalog_product.update", "mug-01", object{"name": "Renamed"})
	product := call("catalog_product.info", 1).(object)
	call("product_stock.update", "mug-01", object{"qty": 7, "is_in_stock": 1})
	stock := first(call("product_stock.list", []any{"mug-01"}))

	items := []any{object{"sku": "mug-01", "qty": 1}}
	order := control("POST", "/control/orders", object{"customer_id": 1, "items": items})["increment_id"].(string)
	listed := call("sales_order.list", object{"increment_id": order}).([]any)
	shipment := call("sales_order_shipment.create", order, object{}, "Packed").(string)
	call("sales_order_shipment.addTrack", shipment, "ups", "UPS", "1Z999")
	invoice := call("sales_order_invoice.create", order, object{})
	call("sales_order.addComment", order, "complete", "Thank you")
	info := call("sales_order.info", order).(object)
	shipped := call("sales_order_shipment.info", shipment).(object)

	missing := codeOf("catalog_product.info", "nothing")
	control("PUT", "/control/clock", object{"advance_seconds": 4000})
	expired := codeOf("catalog_product.info", 1)
	logIn()

	must(json.NewEncoder(os.Stdout).Encode(object{
		"found":    skus,
		"name":     product["name"],
		"price":    product["price"],
		"qty":      stock["qty"],
		"listed":   len(listed),
		"state":    info["state"],
		"comment":  first(info["status_history"])["comment"],
		"track":    first(shipped["tracks"])["number"],
		"invoiced": invoice != "",
		"fault":    missing,
		"expired":  expired,
		"again":    call("catalog_product.info", 1).(object)["sku"],
	}))
}
