"""The driver of the contract in Kits/tests/releases: the client for Azure of the package openai, which has a key."""

import openai
from contract_run.driver import Driver

driver = Driver("azure-openai")


@driver.operation
def model(call):
    client = openai.AzureOpenAI(
        azure_endpoint=call.base_url, api_version="2024-10-21", api_key=call.argument("key", str), max_retries=0
    )
    return client.models.retrieve(call.argument("model", str)).id


driver.run()
