"""Calls the SDK of Azure Key Vault as its users do: with a client secret, for which the SDK gets a token."""

from azure.core.exceptions import HttpResponseError
from azure.identity import ClientSecretCredential
from azure.keyvault.secrets import SecretClient
from azure.keyvault.secrets._shared import http_challenge_cache
from contract_driver import Driver

driver = Driver("vault")
IMPATIENT = {"connection_timeout": 1, "read_timeout": 1, "retry_total": 0}


def client():
    http_challenge_cache.clear()  # The SDK keeps challenges of earlier calls, for all clients of the process.
    credential = ClientSecretCredential("example-tenant", "example-app", "fake-0123456789", **IMPATIENT)
    return SecretClient("https://shop.vault.azure.net", credential, **IMPATIENT)


@driver.operation("getSecret")
def get_secret(call):
    secret = client().get_secret(call.argument("name", str))
    return {"name": secret.name, "value": secret.value, "enabled": secret.properties.enabled}


@driver.operation("setSecret")
def set_secret(call):
    secret = client().set_secret(call.argument("name", str), call.argument("value", str))
    return {"name": secret.name, "version": secret.properties.version}


@driver.failure(HttpResponseError)
def _(error):
    members = {"type": type(error).__name__, "case": error.error and error.error.code, "payload": error.status_code}
    return members | ({"category": "status"} if (error.status_code or 0) >= 300 else {})


driver.run()
