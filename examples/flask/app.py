import os
import secrets

from flask import Flask, abort, redirect, render_template, request

from tender import Tender

SHOP_URL = os.environ.get("SHOP_URL", "http://localhost:3000")
CATALOGUE = {"tea": {"title": "A tin of tea", "amount": 4990}}  # in cents

app = Flask(__name__)
tender = Tender(os.environ)
# A database in a shop that is one: the item of each order, by its number, and which ones were sent.
orders = {}
sent = set()


@app.after_request
def with_policy(response):
    response.headers["Content-Security-Policy"] = tender.policy
    response.headers["Cache-Control"] = "no-store"
    return response


@app.get("/")
def product():
    return render_template("product.html", item=CATALOGUE["tea"])


@app.post("/orders")
def create_order():
    if request.form.get("item") not in CATALOGUE:
        abort(400)
    number = secrets.token_hex(16)  # nobody can guess another shopper's order
    orders[number] = request.form["item"]
    return redirect(f"/orders/{number}", 303)


@app.get("/orders/<number>")
def order(number):
    if number not in orders:
        abort(404)
    if tender.state_of(number) == "paid":
        return render_template("paid.html")
    ticket = tender.sign(
        {
            "orderNumber": number,
            "amount": CATALOGUE[orders[number]]["amount"],
            "currency": "978",
            "returnUrl": f"{SHOP_URL}/orders/{number}",
        }
    )
    return render_template("order.html", proxy=tender.proxy, ticket=ticket)


@app.post("/webhooks")
def webhook():
    try:
        event = tender.webhook(request.get_data(), request.headers)
    except ValueError:
        abort(400)
    if event["type"] == "order.paid":
        send(event["data"])
    return "", 204


def send(paid):
    """Sends the goods of an order that is paid in full. A webhook may arrive more than once."""
    number = paid["orderNumber"]
    item = CATALOGUE.get(orders.get(number))
    if item is None or number in sent or paid["current"]["amount"] != item["amount"]:
        return
    sent.add(number)
    app.logger.warning("Sending %s of order %s", item["title"], number)
