"""Calls PyGithub as its users do. It sends its requests to https://api.github.com."""

import github
from contract_driver import Driver

driver = Driver("github")


def client(**options):
    token = github.Auth.Token("fake-github-token-0123456789")
    patience = {"timeout": 1, "retry": None, "seconds_between_requests": 0, "seconds_between_writes": 0}
    return github.Github(auth=token, **patience, **options)


@driver.operation
def repository(call):
    found = client().get_repo(f"{call.argument('owner', str)}/{call.argument('name', str)}")
    return {"id": found.id, "name": found.full_name, "stars": found.stargazers_count}


@driver.operation("createIssue")
def create_issue(call):
    repository = client(lazy=True).get_repo(call.argument("repository", str))
    created = repository.create_issue(call.argument("title", str), body=call.argument("body", str))
    return {"number": created.number, "title": created.title, "url": created.html_url}


@driver.failure(github.GithubException)
def _(error):
    message = error.data.get("message") if isinstance(error.data, dict) else None
    return {"category": "status", "type": type(error).__name__, "case": message, "payload": error.status}


driver.run()
