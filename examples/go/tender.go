package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// What a shop needs of the proxy: tickets, the state of orders, and webhooks.
type tender struct {
	proxy         string
	ticketSecret  []byte
	apiKey        string
	webhookSecret string
}

type order struct {
	OrderNumber string
	State       string
	Current     struct{ Amount int64 }
}

// Signs an order ticket: a JWT with HS256.
func (t tender) sign(claims map[string]any) string {
	payload, err := json.Marshal(claims)
	if err != nil {
		panic(err) // claims of texts and numbers always become JSON
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode(payload)
	return text + "." + encode(mac(t.ticketSecret, text))
}

var client = http.Client{Timeout: 60 * time.Second}

// Reads what has become of an order. The gateway does not know it before the checkout has been shown.
func (t tender) stateOf(number string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, t.proxy+"/merchant/orders/"+url.PathEscape(number), nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+t.apiKey)
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct {
		order
		Error struct{ Code string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return "", err
	}
	if answer.Error.Code == "order_unknown" {
		return "open", nil
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the proxy answers %d %s", response.StatusCode, answer.Error.Code)
	}
	return answer.State, nil
}

// Verifies a webhook by Standard Webhooks: one of its signatures is that of this body, and it is not older than five minutes.
func (t tender) verifies(header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(t.webhookSecret, "whsec_"))
	if err != nil || len(key) == 0 {
		return false
	}
	expected := "v1," + base64.StdEncoding.EncodeToString(mac(key, id+"."+timestamp+"."+string(body)))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

// The Content-Security-Policy of the shop's pages.
func (t tender) policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:; " +
		"script-src 'self' " + t.proxy + "; frame-src " + t.proxy + "; " +
		"require-trusted-types-for 'script'; trusted-types lit-html"
}

func mac(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

func randomNumber() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}
