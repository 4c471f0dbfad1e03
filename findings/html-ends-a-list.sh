#!/bin/sh
# Expected: if the second page of a list is a page of HTML with status 200, as a gateway or a captive portal sends it, a
#   client that reads XML fails, because HTML is no page of that list.
# What happens: the paginators of boto3 (S3) and Sickle (OAI-PMH) take it for the last page, and return the first half of
#   the list as all of it, without an error or a warning. azure-storage-blob fails. (The guess: all three fail.)
# Source: boto3 1.44.8, Sickle 0.7.0 and azure-storage-blob 12.31.1 on Python 3.11, run here on 2026-11-30.
# Why it matters to testers of clients: half of a list looks like a list. A test of the first page, or of a broken only
#   page, does not show it: play a page of HTML in place of a later page.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/lists.py" <<'PYTHON'
import http.server, importlib.metadata, threading

HTML = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>"
S3 = (
    '<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true</IsTruncated>'
    "<NextContinuationToken>c-2</NextContinuationToken><KeyCount>1</KeyCount><Contents><Key>a</Key><Size>1</Size></Contents>"
    "</ListBucketResult>")
OAI = (
    '<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListIdentifiers><header><identifier>a'
    "</identifier></header><resumptionToken>c-2</resumptionToken></ListIdentifiers></OAI-PMH>")
BLOBS = (
    '<?xml version="1.0"?><EnumerationResults ServiceEndpoint="http://x/" ContainerName="c"><Blobs><Blob><Name>a</Name>'
    "<Properties><Content-Length>1</Content-Length></Properties></Blob></Blobs><NextMarker>c-2</NextMarker>"
    "</EnumerationResults>")


class Server(http.server.BaseHTTPRequestHandler):
    first = ""

    def do_GET(self):
        text = HTML if "c-2" in self.path else self.first
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if text == HTML else "application/xml")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *parts):
        pass


def boto3(url):
    import boto3
    from botocore.config import Config

    # The examples of AWS's documentation.
    session = boto3.Session("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region_name="eu-west-1")
    config = Config(retries={"total_max_attempts": 1}, s3={"addressing_style": "path"})
    pages = session.client("s3", endpoint_url=url, config=config).get_paginator("list_objects_v2").paginate(Bucket="b")
    return [found["Key"] for page in pages for found in page.get("Contents", [])]


def sickle(url):
    import sickle

    return [header.identifier for header in sickle.Sickle(url).ListIdentifiers(metadataPrefix="oai_dc")]


def azure(url):
    from azure.storage.blob import ContainerClient

    client = ContainerClient(f"{url}/account", "c", credential=None, retry_total=0)
    return [blob.name for blob in client.list_blobs()]


expected = {"boto3": ["a"], "Sickle": ["a"], "azure-storage-blob": "an error"}
found = {}
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
for name, client, first in [("boto3", boto3, S3), ("Sickle", sickle, OAI), ("azure-storage-blob", azure, BLOBS)]:
    Server.first = first
    try:
        found[name] = client(f"http://127.0.0.1:{server.server_port}")
    except Exception as error:
        found[name] = "an error"
        print(f"{name} {importlib.metadata.version(name)}: {type(error).__name__}")
    else:
        print(f"{name} {importlib.metadata.version(name)}: {found[name]}, and no error")
assert found == expected, found
PYTHON
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check boto3==1.44.8 Sickle==0.7.0 azure-storage-blob==12.31.1
"$folder/venv/bin/python" "$folder/lists.py"
