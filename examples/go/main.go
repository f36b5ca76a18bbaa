// A shop with net/http and the standard library alone.
package main

import (
	"encoding/json"
	"html/template"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

type item struct {
	Title  string
	Amount int64 // in cents
}

var catalogue = map[string]item{"tea": {"A tin of tea", 4990}}

// A database in a shop that is one: the item of each order, by its number, and which ones were sent.
var (
	mutex  sync.Mutex
	orders = map[string]item{}
	sent   = map[string]bool{}
)

var pages = template.Must(template.ParseGlob("pages/*.html"))

func main() {
	port := setting("PORT", "3000")
	shop := setting("SHOP_URL", "http://localhost:"+port)
	tender := tender{
		proxy:         required("TENDER_PUBLIC_URL"),
		ticketSecret:  []byte(required("TENDER_TICKET_SECRET")),
		apiKey:        required("TENDER_API_KEY"),
		webhookSecret: required("TENDER_WEBHOOK_SECRET"),
	}

	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		show(w, tender, "product.html", catalogue["tea"])
	})

	http.HandleFunc("/orders", func(w http.ResponseWriter, r *http.Request) {
		bought, ok := catalogue[r.PostFormValue("item")]
		if r.Method != http.MethodPost || !ok {
			http.Error(w, "no such item", http.StatusBadRequest)
			return
		}
		number := randomNumber() // nobody can guess another shopper's order
		mutex.Lock()
		orders[number] = bought
		mutex.Unlock()
		http.Redirect(w, r, "/orders/"+number, http.StatusSeeOther)
	})

	http.HandleFunc("/orders/", func(w http.ResponseWriter, r *http.Request) {
		number := strings.TrimPrefix(r.URL.Path, "/orders/")
		mutex.Lock()
		bought, ok := orders[number]
		mutex.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		state, err := tender.stateOf(number)
		if err != nil {
			log.Print(err)
			http.Error(w, "the order cannot be read", http.StatusBadGateway)
			return
		}
		if state == "paid" {
			show(w, tender, "paid.html", nil)
			return
		}
		ticket := tender.sign(map[string]any{
			"orderNumber": number,
			"amount":      bought.Amount,
			"currency":    "978",
			"returnUrl":   shop + "/orders/" + number,
			"iat":         time.Now().Unix(),
			"exp":         time.Now().Add(20 * time.Minute).Unix(),
		})
		show(w, tender, "order.html", map[string]string{"Proxy": tender.proxy, "Ticket": ticket})
	})

	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || !tender.verifies(r.Header, body, time.Now()) {
			http.Error(w, "not a webhook of the proxy", http.StatusBadRequest)
			return
		}
		var event struct {
			Type string
			Data order
		}
		if json.Unmarshal(body, &event) == nil && event.Type == "order.paid" {
			send(event.Data)
		}
		w.WriteHeader(http.StatusNoContent)
	})

	http.Handle("/static/", http.StripPrefix("/static/", http.FileServer(http.Dir("static"))))
	log.Printf("The shop is at %s", shop)
	log.Fatal(http.ListenAndServe("localhost:"+port, nil))
}

// Sends the goods of an order that is paid in full. A webhook may arrive more than once.
func send(paid order) {
	mutex.Lock()
	defer mutex.Unlock()
	bought, ok := orders[paid.OrderNumber]
	if !ok || sent[paid.OrderNumber] || bought.Amount != paid.Current.Amount {
		return
	}
	sent[paid.OrderNumber] = true
	log.Printf("Sending %s of order %s", bought.Title, paid.OrderNumber)
}

func show(w http.ResponseWriter, tender tender, page string, values any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", tender.policy())
	if err := pages.ExecuteTemplate(w, page, values); err != nil {
		log.Print(err)
	}
}

func setting(name, standard string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return standard
}

func required(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatal(name + " is required")
	}
	return value
}
