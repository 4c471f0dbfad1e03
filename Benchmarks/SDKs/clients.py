"""Calls of SDKs from PyPI, each with the answer that it needs.

`@sdk` has the package and the answer, and what else the contract needs. A function gets the base URL, a key and an id,
and returns what the SDK returns, as JSON. Where an SDK has an option for it, requests are not sent again; otherwise
`learn` finds out how often they are. Each function imports its own SDK, so that a driver loads only one.
"""

import urllib.parse

# What the SDKs stand on, and what decides much of what they do.
STACKS = ["requests==2.34.2", "urllib3==2.8.0", "httpx==0.28.1", "httpx2==2.16.2", "httpcore2==2.16.2"]
SDKS = {}


def sdk(package, answer, id="a1b2c3", headers=None):
    """Adds a call to the table."""

    def add(call):
        row = {"package": package, "answer": answer, "id": id, "headers": headers or {}}
        SDKS[call.__name__] = {**row, "call": call}
        return call

    return add


def named(value):
    """Returns what most calls have in common."""
    return {"id": value.id, "name": value.name}


def parts(base):
    """Returns scheme, host and port of a base URL."""
    url = urllib.parse.urlsplit(base)
    return url.scheme, url.hostname, url.port


THING = {"id": "a1b2c3", "name": "Tea"}
NUMBERED = {"id": 4711, "name": "Tea"}


@sdk("PyGithub==2.10.0", {**NUMBERED, "full_name": "tea/a1b2c3", "url": "http://localhost/repos/tea/a1b2c3"})
def pygithub(base, key, id):
    import github

    return named(github.Github(base_url=base, auth=github.Auth.Token(key), retry=None).get_repo(f"tea/{id}"))


@sdk("python-gitlab==8.6.0", NUMBERED)
def gitlab(base, key, id):
    import gitlab

    return named(gitlab.Gitlab(base, private_token=key).projects.get(id))


@sdk("stripe==16.1.0", {"object": "customer", **THING})
def stripe(base, key, id):
    import stripe

    client = stripe.StripeClient(key, base_addresses={"api": base}, max_network_retries=0)
    return named(client.v1.customers.retrieve(id))


@sdk("stripe==16.1.0", {"object": "customer", **THING})
def stripe_create(base, key, id):
    import stripe

    client = stripe.StripeClient(key, base_addresses={"api": base}, max_network_retries=0)
    return named(client.v1.customers.create({"name": id}))


@sdk("slack_sdk==3.48.0", {"ok": True, "user": THING})
def slack(base, key, id):
    import slack_sdk

    return slack_sdk.WebClient(key, base_url=base + "/api/").users_info(user=id)["user"]


@sdk("slack_sdk==3.48.0", {"ok": True, "channel": "a1b2c3", "ts": "1503435956.000247"})
def slack_post(base, key, id):
    import slack_sdk

    return slack_sdk.WebClient(key, base_url=base + "/api/").chat_postMessage(channel=id, text="tea")["ts"]


@sdk("hvac==2.4.0", {"data": {"data": {"name": "Tea"}, "metadata": {"version": 1}}})
def hvac(base, key, id):
    import hvac

    secrets = hvac.Client(base, token=key).secrets
    return secrets.kv.v2.read_secret_version(path=id, raise_on_deleted_version=True)["data"]


@sdk(
    "elasticsearch==9.5.1",
    {"_index": "teas", "_id": "a1b2c3", "found": True, "_source": THING},
    headers={"X-Elastic-Product": "Elasticsearch"},
)
def elasticsearch(base, key, id):
    import elasticsearch

    return elasticsearch.Elasticsearch(base, api_key=key, max_retries=0).get(index="teas", id=id)["_source"]


@sdk("opensearch-py==3.2.0", {"_index": "teas", "_id": "a1b2c3", "found": True, "_source": THING})
def opensearch(base, key, id):
    import opensearchpy

    return opensearchpy.OpenSearch(base, http_auth=("tea", key), max_retries=0).get(index="teas", id=id)["_source"]


@sdk("qdrant-client==1.20.0", {"result": {"exists": True}, "status": "ok", "time": 0.1})
def qdrant(base, key, id):
    import qdrant_client

    return qdrant_client.QdrantClient(base, api_key=key, check_compatibility=False).collection_exists(id)


@sdk("meilisearch==0.43.0", THING)
def meilisearch(base, key, id):
    import meilisearch

    return named(meilisearch.Client(base, key).index("teas").get_document(id))


@sdk("typesense==2.1.1", THING)
def typesense(base, key, id):
    import typesense

    scheme, host, port = parts(base)
    nodes = [{"host": host, "port": str(port), "protocol": scheme}]
    client = typesense.Client({"nodes": nodes, "api_key": key, "num_retries": 0, "connection_timeout_seconds": 2})
    return client.collections["teas"].documents[id].retrieve()


@sdk("sendgrid==6.12.5", THING)
def sendgrid(base, key, id):
    import sendgrid

    return sendgrid.SendGridAPIClient(key, host=base).client.templates._(id).get().to_dict


@sdk("notion-client==3.1.0", {"object": "page", **THING})
def notion(base, key, id):
    import notion_client

    return notion_client.Client(auth=key, base_url=base).pages.retrieve(id)


@sdk("pyairtable==3.5.1", {"id": "a1b2c3", "createdTime": "2026-01-02T03:04:05.000Z", "fields": {"name": "Tea"}})
def airtable(base, key, id):
    import pyairtable

    return pyairtable.Api(key, endpoint_url=base, retry_strategy=None).table("appTea", "Teas").get(id)


@sdk("pyairtable==3.5.1", {"id": "a1b2c3", "createdTime": "2026-01-02T03:04:05.000Z", "fields": {"name": "Tea"}})
def airtable_create(base, key, id):
    import pyairtable

    return pyairtable.Api(key, endpoint_url=base, retry_strategy=None).table("appTea", "Teas").create({"name": id})


@sdk("cohere==7.3.1", {"name": "a1b2c3", "endpoints": ["chat"], "context_length": 4096})
def cohere(base, key, id):
    import cohere

    return cohere.Client(key, base_url=base).models.get(id, request_options={"max_retries": 0}).context_length


@sdk("mistralai==3.7.0", {"id": "a1b2c3", "object": "model", "type": "base", "name": "Tea", "capabilities": {}})
def mistral(base, key, id):
    from mistralai.client import Mistral

    return named(Mistral(key, server_url=base).models.retrieve(model_id=id))


@sdk("groq==1.7.0", {"id": "a1b2c3", "object": "model", "created": 1767323045, "owned_by": "Tea"})
def groq(base, key, id):
    import groq

    return groq.Groq(api_key=key, base_url=base, max_retries=0).models.retrieve(id).model_dump()


@sdk("together==3.1.1", {"id": "a1b2c3", "object": "file", "filename": "tea.jsonl", "bytes": 12, "purpose": "eval"})
def together(base, key, id):
    import together

    return together.Together(api_key=key, base_url=base, max_retries=0).files.retrieve(id).filename


@sdk("cloudflare==5.9.0", {"result": THING, "success": True, "errors": [], "messages": []})
def cloudflare(base, key, id):
    import cloudflare

    return named(cloudflare.Cloudflare(api_token=key, base_url=base, max_retries=0).zones.get(zone_id=id))


@sdk("jira==3.10.5", {"id": "10001", "key": "a1b2c3", "self": "http://localhost/1", "fields": {"summary": "Tea"}})
def jira(base, key, id):
    import jira

    return jira.JIRA(base, token_auth=key, get_server_info=False, max_retries=0).issue(id).fields.summary


@sdk("atlassian-python-api==5.0.5", {"id": "10001", "key": "a1b2c3", "fields": {"summary": "Tea"}})
def atlassian(base, key, id):
    import atlassian

    return atlassian.Jira(base, token=key).issue(id)


@sdk("influxdb-client==1.50.0", {**THING, "orgID": "0a", "retentionRules": []})
def influxdb(base, key, id):
    import influxdb_client

    return named(influxdb_client.InfluxDBClient(base, key, org="tea").buckets_api().find_bucket_by_id(id))


@sdk("pynetbox==7.8.0", {**NUMBERED, "url": "http://localhost/api/dcim/devices/4711/"}, id=4711)
def netbox(base, key, id):
    import pynetbox

    return named(pynetbox.api(base, token=key).dcim.devices.get(id))


@sdk("docker==7.2.0", {"Id": "sha256:a1b2c3", "RepoTags": ["a1b2c3:latest"]})
def docker(base, key, id):
    import docker

    return docker.DockerClient(base.replace("http:", "tcp:"), version="1.43").images.get(id).tags


@sdk("linode_api4==5.48.0", {"username": "tea", "email": "tea@example.com", "timezone": "GMT"})
def linode(base, key, id):
    import linode_api4

    return linode_api4.LinodeClient(key, base_url=base, retry=False).profile().timezone


@sdk("hcloud==2.27.0", {"server": {**NUMBERED, "status": "running"}}, id=4711)
def hcloud(base, key, id):
    import hcloud

    return named(hcloud.Client(key, api_endpoint=base, poll_interval=0.01).servers.get_by_id(id))


@sdk("spotipy==2.26.0", {"id": "0TnOYISbd1XYRBk9myaseg", "name": "Tea"}, id="0TnOYISbd1XYRBk9myaseg")
def spotify(base, key, id):
    import spotipy

    client = spotipy.Spotify(auth=key, retries=0, status_retries=0)
    client.prefix = base + "/v1/"
    return client.artist(id)


@sdk("Mastodon.py==2.3.3", {"id": "4711", "username": "tea", "acct": "tea", "display_name": "Tea"}, id="4711")
def mastodon(base, key, id):
    import mastodon

    client = mastodon.Mastodon(access_token=key, api_base_url=base, version_check_mode="none")
    return client.account(id).display_name


@sdk("mollie-api-python==4.0.0", {"resource": "customer", "id": "cst_a1b2c3", "name": "Tea"}, id="cst_a1b2c3")
def mollie(base, key, id):
    from mollie.api.client import Client

    client = Client(api_endpoint=base)
    client.set_api_key("test_" + key)
    return named(client.customers.get(id))


@sdk("gocardless_pro==3.22.0", {"customers": {"id": "a1b2c3", "given_name": "Tea"}})
def gocardless(base, key, id):
    import gocardless_pro

    return gocardless_pro.Client(key, base_url=base).customers.get(id).given_name


@sdk("razorpay==2.0.1", {"entity": "order", **THING})
def razorpay(base, key, id):
    import razorpay

    return razorpay.Client(auth=("tea", key), base_url=base).order.fetch(id)


@sdk("pyzabbix==1.3.1", {"jsonrpc": "2.0", "id": 0, "result": [{"hostid": "10084", "name": "Tea"}]})
def zabbix(base, key, id):
    import pyzabbix

    client = pyzabbix.ZabbixAPI(base, detect_version=False)
    client.auth = key
    return client.host.get(filter={"name": id})


@sdk("asana==5.4.0", {"data": {"gid": "a1b2c3", "name": "Tea"}})
def asana(base, key, id):
    import asana

    configuration = asana.Configuration()
    configuration.host, configuration.access_token = base, key
    configuration.retry_strategy = configuration.retry_strategy.new(total=0)
    return asana.TasksApi(asana.ApiClient(configuration)).get_task(id, {})


@sdk("datadog-api-client==2.62.0", {**NUMBERED, "type": "metric alert", "query": "q"}, id=4711)
def datadog(base, key, id):
    from datadog_api_client import ApiClient, Configuration
    from datadog_api_client.v1.api.monitors_api import MonitorsApi

    configuration = Configuration(host=base, api_key={"apiKeyAuth": key, "appKeyAuth": key})
    return named(MonitorsApi(ApiClient(configuration)).get_monitor(id))


@sdk("python-nomad==2.1.0", {"ID": "a1b2c3", "Name": "Tea", "Status": "running"})
def nomad(base, key, id):
    import nomad

    scheme, host, port = parts(base)
    return nomad.Nomad(host, secure=scheme == "https", port=port, token=key, verify=True).job.get_job(id)


@sdk("ollama==0.6.3", {"details": {"family": "tea"}, "capabilities": ["completion"], "model_info": {}})
def ollama(base, key, id):
    import ollama

    return ollama.Client(base).show(id).capabilities


@sdk("boto3==1.44.8", THING)
def boto3(base, key, id):
    import boto3
    from botocore.config import Config

    once = Config(retries={"total_max_attempts": 1})
    session = boto3.Session("tea", key, region_name="eu-west-1")
    return session.client("apigateway", endpoint_url=base, config=once).get_rest_api(restApiId=id)["name"]


@sdk("google-cloud-storage==3.17.1", {"kind": "storage#bucket", **THING, "location": "EU"})
def google_storage(base, key, id):
    from google.auth.credentials import AnonymousCredentials
    from google.cloud import storage

    client = storage.Client("tea", AnonymousCredentials(), client_options={"api_endpoint": base})
    return client.get_bucket(id, retry=None).location


@sdk("python-redmine==2.5.0", {"issue": {"id": 4711, "subject": "Tea"}}, id=4711)
def redmine(base, key, id):
    import redminelib

    return redminelib.Redmine(base, key=key).issue.get(id).subject


@sdk("python-keycloak==7.1.1", {"issuer": "http://localhost/realms/tea", "token_endpoint": "http://localhost/token"})
def keycloak(base, key, id):
    import keycloak

    return keycloak.KeycloakOpenID(base, realm_name=id, client_id="tea", client_secret_key=key).well_known()


@sdk("easypost==10.7.0", {"object": "Tracker", "id": "a1b2c3", "carrier": "Tea"})
def easypost(base, key, id):
    import easypost

    return easypost.EasyPostClient(key, api_base=base + "/v2").tracker.retrieve(id).carrier


@sdk("contentful==2.5.0", {"sys": {"type": "Space", "id": "tea"}, "name": "Tea", "locales": []})
def contentful(base, key, id):
    import contentful

    scheme, host, port = parts(base)
    options = {"https": scheme == "https", "content_type_cache": False, "max_rate_limit_retries": 0}
    return contentful.Client(id, key, api_url=f"{host}:{port}", **options).space().name


CALENDAR = {**THING, "grant_id": "tea", "object": "calendar", "read_only": False, "is_owned_by_user": True}


@sdk("nylas==6.18.0", {"request_id": "r-1", "data": CALENDAR})
def nylas(base, key, id):
    import nylas

    return named(nylas.Client(key, api_uri=base).calendars.find("tea", id).data)


TIMES = {"created_at": "2026-01-02T03:04:05.000Z", "updated_at": "2026-01-02T03:04:05.000Z"}


@sdk("workos==10.8.0", {"object": "organization", **THING, "domains": [], "metadata": {}, "external_id": None, **TIMES})
def workos(base, key, id):
    import workos

    client = workos.WorkOSClient(api_key=key, client_id="tea", base_url=base, max_retries=0)
    return named(client.organizations.get_organization(id))


@sdk(
    "svix==2.9.1",
    {**THING, "metadata": {}, "createdAt": "2026-01-02T03:04:05Z", "updatedAt": "2026-01-02T03:04:05Z"},
)
def svix(base, key, id):
    from svix.api import Svix, SvixOptions

    return named(Svix(key, SvixOptions(server_url=base, retry_schedule=[])).application.get(id))


@sdk("postgrest==2.34.1", [THING])
def postgrest(base, key, id):
    import postgrest

    client = postgrest.SyncPostgrestClient(base, headers={"apikey": key})
    return client.from_("teas").select("*").eq("id", id).execute().data


@sdk("elevenlabs==2.78.0", {"voice_id": "a1b2c3", "name": "Tea", "category": "premade"})
def elevenlabs(base, key, id):
    import elevenlabs

    return elevenlabs.ElevenLabs(api_key=key, base_url=base).voices.get(id, request_options={"max_retries": 0}).name


@sdk("squareup==46.0.0.20260916", {"customer": {"id": "a1b2c3", "given_name": "Tea"}})
def square(base, key, id):
    import square

    client = square.Square(token=key, base_url=base)
    return client.customers.get(id, request_options={"max_retries": 0}).customer.given_name


@sdk("squareup==46.0.0.20260916", {"customer": {"id": "a1b2c3", "given_name": "Tea"}})
def square_create(base, key, id):
    import square

    client = square.Square(token=key, base_url=base)
    return client.customers.create(given_name=id, request_options={"max_retries": 0}).customer.given_name


@sdk("resend==2.52.0", {"object": "email", "id": "a1b2c3", "subject": "Tea"})
def resend(base, key, id):
    import resend

    resend.api_key, resend.api_url = key, base
    return resend.Emails.get(id)["subject"]


@sdk(
    "pyTelegramBotAPI==4.37.1",
    {
        "ok": True,
        "result": {
            "id": 4711, "type": "private", "first_name": "Tea", "accent_color_id": 1, "max_reaction_count": 1,
        },
    },
    id=4711,
)  # fmt: skip
def telegram(base, key, id):
    import telebot

    telebot.apihelper.API_URL = base + "/bot{0}/{1}"
    return telebot.TeleBot("4711:" + key, threaded=False).get_chat(id).first_name


@sdk("pyarr==5.2.0", NUMBERED, id=4711)
def pyarr(base, key, id):
    import pyarr

    return pyarr.SonarrAPI(base, key).get_tag(id)


@sdk("py-consul==1.8.0", [{"Key": "a1b2c3", "Value": "VGVh", "ModifyIndex": 7}], headers={"X-Consul-Index": "7"})
def consul(base, key, id):
    import consul

    scheme, host, port = parts(base)
    return consul.Consul(host, port, token=key, scheme=scheme).kv.get(id)[1]["Key"]


@sdk(
    "plaid-python==46.0.0",
    {
        "item": {
            "item_id": "a1b2c3", "webhook": None, "error": None, "available_products": [], "billed_products": [],
            "consent_expiration_time": None, "update_type": "background",
        },
        "request_id": "r-1",
    },
)  # fmt: skip
def plaid(base, key, id):
    import plaid
    from plaid.api.plaid_api import PlaidApi
    from plaid.model.item_get_request import ItemGetRequest

    configuration = plaid.Configuration(host=base, api_key={"clientId": "tea", "secret": key})
    return PlaidApi(plaid.ApiClient(configuration)).item_get(ItemGetRequest(access_token=id))["item"]["item_id"]


@sdk("python-digitalocean==1.17.0", {"droplet": {**NUMBERED, "size_slug": "s"}}, id=4711)
def digitalocean(base, key, id):
    import digitalocean

    manager = digitalocean.Manager(token=key)
    manager.end_point = base + "/v2/"
    return manager.get_data(f"droplets/{id}")["droplet"]


@sdk(
    "replicate==1.0.7",
    {"owner": "tea", "name": "a1b2c3", "url": "http://localhost", "visibility": "public", "run_count": 1},
)
def replicate(base, key, id):
    import replicate

    return replicate.Client(key, base_url=base).models.get(f"tea/{id}").name
