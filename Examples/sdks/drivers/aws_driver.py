"""Calls boto3 as its users do. It sends its requests to the hosts of DynamoDB and S3."""

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from contract_driver import Driver

driver = Driver("aws")


def client(service):
    return boto3.client(
        service,
        region_name="eu-central-1",
        aws_access_key_id="FAKEKEYID",
        aws_secret_access_key="fake-aws-key-0123456789",
        config=Config(connect_timeout=1, read_timeout=1, retries={"total_max_attempts": 2}),
    )


@driver.operation("getItem")
def get_item(call):
    key = {"id": {"S": call.argument("id", str)}}
    return client("dynamodb").get_item(TableName=call.argument("table", str), Key=key).get("Item")


@driver.operation("putObject")
def put_object(call):
    body = call.argument("text", str).encode()
    answer = client("s3").put_object(Bucket=call.argument("bucket", str), Key=call.argument("key", str), Body=body)
    return {"etag": answer["ETag"], "version": answer.get("VersionId")}


@driver.failure(ClientError)
def _(error):
    return {
        "category": "status",
        "type": type(error).__name__,
        "case": error.response.get("Error", {}).get("Code"),
        "payload": error.response["ResponseMetadata"]["HTTPStatusCode"],
    }


driver.run()
