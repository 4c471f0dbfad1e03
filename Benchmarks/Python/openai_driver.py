"""A driver for `openai`, whose client reads the machine's certificates when it is made."""

import openai

from contract_run.driver import Driver

driver = Driver("openai")


@driver.client
def client(call):
    with openai.OpenAI(api_key="k", base_url=call.base_url, max_retries=0) as client:
        yield client


@driver.operation
def models(call):
    return [model.id for model in call.client.models.list()]


driver.run()
