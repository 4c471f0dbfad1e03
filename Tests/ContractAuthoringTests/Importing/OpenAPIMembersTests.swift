import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Nothing of an OpenAPI description is lost silently.
@Suite("Every member of OpenAPI") struct OpenAPIMembersTests {
  /// A document with every member of OpenAPI 3.1. The texts and numbers that mean something are different.
  private static let document = ##"""
    {"openapi": "3.1.1", "$self": "self", "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
     "info": {"title": "t1", "summary": "t2", "description": "t3", "termsOfService": "t4", "version": "t5",
      "contact": {"name": "t6", "url": "t7", "email": "t8"}, "license": {"name": "t9", "identifier": "t10", "url": "t11"}},
     "externalDocs": {"description": "t12", "url": "t13"}, "tags": [{"name": "t14", "description": "t15"}],
     "servers": [
      {"url": "https://server1.example/{v}", "description": "t16", "variables": {"v": {"default": "v1", "enum": ["v1", "t17"], "description": "t18"}}},
      {"url": "https://server2.example"}],
     "security": [{"bearer": ["t19"], "key": []}, {"cookie": []}],
     "x-root": "t20",
     "paths": {
      "x-paths": "t21",
      "/a/{path1}": {
       "summary": "t22", "description": "t23", "x-item": "t24",
       "servers": [{"url": "https://server3.example"}],
       "parameters": [{"$ref": "#/components/parameters/Path1"}],
       "put": {
        "tags": ["tag1"], "summary": "summary1", "description": "t25", "externalDocs": {"url": "t26"}, "operationId": "op1",
        "deprecated": true, "x-op": "t27", "servers": [{"url": "https://server4.example"}, {"url": "https://server5.example"}],
        "security": [{"key": [], "cookie": [], "tls": []}, {"bearer": []}],
        "parameters": [
         {"name": "query1", "in": "query", "description": "t28", "required": true, "deprecated": true, "allowEmptyValue": true,
          "style": "form", "explode": true, "allowReserved": true, "schema": {"type": "string"}, "example": "value1", "x-p": "t29"},
         {"name": "query2", "in": "query", "examples": {"e1": {"summary": "t30", "description": "t31", "value": "value2", "x-e": "t32"},
           "e2": {"externalValue": "t33"}}, "schema": {"type": "string"}},
         {"name": "query3", "in": "query", "content": {"application/json": {"example": ["value3"], "x-m": "t34"}}},
         {"name": "query4", "in": "query", "schema": {"type": "string"}},
         {"name": "header1", "in": "header", "schema": {"type": "string", "examples": ["value4"]}},
         {"name": "Authorization", "in": "header", "schema": {"type": "string", "default": "t35"}},
         {"name": "cookie1", "in": "cookie", "example": "t36"}],
        "requestBody": {"description": "t37", "required": true, "x-b": "t38", "content": {
          "application/json": {"schema": {"$ref": "#/components/schemas/Body"}, "example": {"value5": 6001}, "encoding": {"value5": {"contentType": "t39"}}},
          "application/xml": {"example": "t40"}}},
        "responses": {
         "200": {"summary": "t41", "description": "description1", "x-r": "t42",
          "headers": {"Header2": {"description": "t43", "required": true, "deprecated": true, "schema": {"const": "value7"}},
           "Header3": {"$ref": "#/components/headers/Header3"}, "Content-Type": {"example": "t44"}},
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Body"}, "examples": {"example1": {"$ref": "#/components/examples/Example1"}}},
           "text/plain": {"example": "t45"}},
          "links": {"link1": {"operationId": "t46"}}},
         "4XX": {"$ref": "#/components/responses/Response1"},
         "default": {"description": "description2"},
         "100": {"description": "t47"}, "x-responses": "t48"},
        "callbacks": {"callback1": {"{$request.body#/url}": {"post": {"responses": {"200": {"description": "t49"}}}}}}},
       "get": {"operationId": "op2", "security": [], "responses": {"204": {"description": "description3"}}},
       "options": {"operationId": "op3", "responses": {"204": {"description": "description4"}}},
       "head": {"operationId": "op4", "responses": {"200": {"description": "description5"}}},
       "patch": {"operationId": "op5", "requestBody": {"$ref": "#/components/requestBodies/Form"}, "responses": {"204": {"description": "description6"}}},
       "trace": {"operationId": "op6", "responses": {"204": {"description": "description7"}}},
       "delete": {"operationId": "op7", "responses": {"204": {"description": "description8"}}},
       "post": {"operationId": "op8", "responses": {"204": {"description": "description9"}}},
       "unknown": {"operationId": "t50"}},
      "/b": {"$ref": "#/components/pathItems/Item1"}},
     "webhooks": {"hook1": {"post": {"responses": {"200": {"description": "t51"}}}}},
     "components": {
      "x-components": "t52",
      "schemas": {"Body": {"type": "object", "properties": {"value5": {"type": "integer"}}}, "Unused1": {"const": "t53"}},
      "responses": {"Response1": {"description": "description10"}, "Unused2": {"description": "t54"}},
      "parameters": {"Path1": {"name": "path1", "in": "path", "required": true, "example": "value8"}, "Unused3": {"name": "t55"}},
      "examples": {"Example1": {"summary": "t56", "value": {"value5": 6002}}, "Unused4": {"value": "t57"}},
      "requestBodies": {"Form": {"content": {"application/x-www-form-urlencoded": {"example": {"field1": "value9"}, "encoding": {"field1": {"style": "t58"}}}}},
       "Unused5": {"description": "t59"}},
      "headers": {"Header3": {"example": "value10"}, "Unused6": {"example": "t60"}},
      "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "t61", "description": "t62"},
       "key": {"type": "apiKey", "in": "header", "name": "X-Key1"}, "cookie": {"type": "apiKey", "in": "cookie", "name": "cookie2"},
       "tls": {"type": "mutualTLS"}, "unused": {"type": "openIdConnect", "openIdConnectUrl": "t64"}},
      "links": {"Unused7": {"operationId": "t65"}}, "callbacks": {"Unused8": {"x": {"description": "t66"}}},
      "pathItems": {"Item1": {"get": {"operationId": "op9", "responses": {"204": {"description": "description11"}}}}, "Unused9": {"description": "t67"}}}}
    """##

  /// The members that decide how others are read. Their values are nowhere else.
  private static let structure: Set<String> = [
    "in", "style", "type", "scheme", "$ref", "default", "enum", "url",
  ]

  @Test("each is in a contract or in the report") func all() throws {
    let sample = try ImportSample(["api.json": Self.document])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    #expect(sample.names == (1...9).map { "op\($0)" })
    let document = try #require(JSON.parse(Self.document))
    let lost = try sample.lost(of: document, result).filter { pointer in
      // The scopes of a token are not visible in a request.
      !Self.structure.contains(String(pointer.split(separator: "/").last ?? "")) && pointer != "/security/0/bearer/0"
    }
    #expect(lost == [])
    let contracts = try sample.names.map(sample.text).joined()
    // What is only documentation, or lost, is in no contract.
    let kept = (1...67).map { "\"t\($0)\"" }.filter { contracts.contains($0) }
    #expect(kept == [])
  }

  @Test("what is lost is noted at its place") func notes() throws {
    let sample = try ImportSample(["api.json": Self.document])
    let put = "#/paths/~1a~1{path1}/put"
    #expect(
      try sample.run(.openapi, ["api.json"]).noteTexts == [
        "#/webhooks/hook1: a webhook is a request of the server",
        "\(put)/callbacks/callback1: a callback is a request of the server",
        "\(put)/parameters/1/examples/e2/externalValue: the value of an example is not fetched",
        "\(put)/responses/200/links/link1: a link to another operation is not imported",
        "\(put)/responses/100: status 100 is not the last answer to a request",
        "#/components/securitySchemes/tls: a contract cannot require a client certificate",
        "\(put)/security: one of 2 ways to log in is required, which a contract cannot have; each may be missing",
        "#/security: one of 2 ways to log in is required, which a contract cannot have; each may be missing",
        "#/paths/~1a~1{path1}/unknown: not imported",
      ])
  }
}
