"""Calls the Stripe SDK as its users do. It sends its requests to https://api.stripe.com."""

import os

import stripe
from contract_driver import Driver

driver = Driver("stripe")
# The SDK trusts its own list of authorities, and reads no variable for another one.
stripe.ca_bundle_path = os.environ.get("SSL_CERT_FILE", stripe.ca_bundle_path)


def client(retries=0):
    http = stripe.RequestsClient(timeout=1)
    return stripe.StripeClient("fake-stripe-key-0123456789", max_network_retries=retries, http_client=http)


@driver.operation
def customer(call):
    found = client().v1.customers.retrieve(call.argument("id", str))
    return {"id": found.id, "name": found.name, "email": found.email}


@driver.operation("createCustomer")
def create_customer(call):
    customers = client(call.argument("retries", int)).v1.customers
    created = customers.create({"name": call.argument("name", str), "email": call.argument("email", str)})
    return {"id": created.id, "name": created.name, "email": created.email}


@driver.failure(stripe.StripeError)
def _(error):
    if isinstance(error, stripe.APIConnectionError):
        return {"category": "network", "type": "APIConnectionError"}
    category = "status" if (error.http_status or 0) >= 300 else "invalidResponse"
    return {"category": category, "type": type(error).__name__, "case": error.code, "payload": error.http_status}


driver.run()
