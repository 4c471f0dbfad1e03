"""The driver for photos_urllib. The Swift PhotosClient passes the same contract."""

import json

from contract_driver import Driver
from photos_urllib import Busy, PhotosClient, StatusError

driver = Driver("photos-urllib")


@driver.operation
def createAlbum(call):
    return PhotosClient(call.base_url, "A1").create_album(call.argument("title", str))


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "type": "PhotosError", "case": "status", "payload": error.status}


@driver.failure(Busy)
def _(error):
    payload = {"_0": error.status, "retryAfter": error.retry_after}
    return {"category": "status", "type": "PhotosError", "case": "busy", "payload": payload}


driver.failure(json.JSONDecodeError, category="decoding", type="DecodingError", case="dataCorrupted")
driver.failure(UnicodeDecodeError, category="decoding", type="DecodingError", case="dataCorrupted")
driver.failure(TypeError, category="decoding", type="DecodingError", case="typeMismatch")
driver.run()
