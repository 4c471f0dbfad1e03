"""Calls the OpenAI SDK as its users do. It sends its requests to https://api.openai.com."""

import openai
from contract_driver import Driver

driver = Driver("openai")


def client(retries=0):
    return openai.OpenAI(api_key="fake-openai-key-0123456789", timeout=1, max_retries=retries)


@driver.operation
def model(call):
    found = client().models.retrieve(call.argument("id", str))
    return {"id": found.id, "owner": found.owned_by}


@driver.operation
def chat(call):
    answer = client(call.argument("retries", int)).chat.completions.create(
        model=call.argument("model", str),
        messages=[{"role": "user", "content": call.argument("question", str)}],
    )
    choice = answer.choices[0]
    return {"text": choice.message.content, "finish": choice.finish_reason, "tokens": answer.usage.total_tokens}


@driver.failure(openai.APIStatusError)
def _(error):
    return {"category": "status", "type": type(error).__name__, "case": error.code, "payload": error.status_code}


driver.run()
