"""Calls the Slack SDK as its users do. It sends its requests to https://slack.com/api/."""

from contract_driver import Driver
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

driver = Driver("slack")


def client():
    return WebClient(token="fake-slack-token-0123456789", timeout=1)


@driver.operation
def user(call):
    found = client().users_info(user=call.argument("id", str))["user"]
    return {"id": found["id"], "name": found["name"]}


@driver.operation
def post(call):
    sent = client().chat_postMessage(channel=call.argument("channel", str), text=call.argument("text", str))
    return {"channel": sent["channel"], "ts": sent["ts"]}


@driver.failure(SlackApiError)
def _(error):
    status, data = error.response.status_code, error.response.data
    return {
        "category": "status" if status >= 300 else "invalidResponse",
        "type": "SlackApiError",
        "case": data.get("error") if isinstance(data, dict) else None,
        "payload": status,
    }


driver.run()
