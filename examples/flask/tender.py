"""What a shop needs of the proxy: tickets, the state of orders, and webhooks. The standard library alone."""

import base64
import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class Tender:
    def __init__(self, environment):
        self.proxy = environment["TENDER_PUBLIC_URL"]
        self._ticket_secret = environment["TENDER_TICKET_SECRET"].encode()
        self._api_key = environment["TENDER_API_KEY"]
        self._webhook_key = base64.b64decode(environment["TENDER_WEBHOOK_SECRET"].removeprefix("whsec_"))

    def sign(self, claims):
        """Signs an order ticket: a JWT with HS256."""
        now = int(time.time())
        parts = {"alg": "HS256", "typ": "JWT"}, {"iat": now, "exp": now + 20 * 60, **claims}
        text = b".".join(_base64url(json.dumps(part).encode()) for part in parts)
        return (text + b"." + _base64url(_mac(self._ticket_secret, text))).decode()

    def state_of(self, number):
        """Reads what has become of an order. The gateway does not know it before the checkout has been shown."""
        request = urllib.request.Request(
            f"{self.proxy}/merchant/orders/{urllib.parse.quote(number, safe='')}",
            headers={"Authorization": f"Bearer {self._api_key}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["state"]
        except urllib.error.HTTPError as refusal:
            if json.load(refusal)["error"]["code"] == "order_unknown":
                return "open"
            raise

    def webhook(self, body, headers):
        """The event of a webhook whose signature is right (Standard Webhooks) and new; otherwise ValueError."""
        identifier, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
        if abs(time.time() - int(timestamp or 0)) > 5 * 60:
            raise ValueError("The webhook is too old")
        signed = f"{identifier}.{timestamp}.".encode() + body
        expected = b"v1," + base64.b64encode(_mac(self._webhook_key, signed))
        signatures = headers.get("webhook-signature", "").encode().split(b" ")
        if not any(hmac.compare_digest(expected, signature) for signature in signatures):
            raise ValueError("The webhook is not signed by the proxy")
        return json.loads(body)

    @property
    def policy(self):
        """The Content-Security-Policy of the shop's pages."""
        return (
            "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:; "
            f"script-src 'self' {self.proxy}; frame-src {self.proxy}; "
            "require-trusted-types-for 'script'; trusted-types lit-html"
        )


def _mac(key, text):
    return hmac.new(key, text, hashlib.sha256).digest()


def _base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")
