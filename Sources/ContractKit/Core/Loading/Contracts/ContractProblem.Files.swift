// What can be wrong with files, and with the contract as a whole.
extension ContractProblem {
  private static let relativePaths = "paths are relative to the file that contains them"

  static let noContracts = Self(
    text: ("no contracts found", ["a contract is a file whose name ends in .contract.json"]), isAbsence: true)
  static func sameContractName(_ name: String, other: String) -> Self {
    Self(
      "the contract name \"\(name)\" is already used by \(other)",
      "verdict ids contain this name; rename one of the files")
  }
  static func sameVerdict(_ id: String, other: SourceRange) -> Self {
    Self(
      "the verdict id \"\(id)\" is already used by another scenario", "the other scenario is at \(other.description)",
      "rename the scenario or its file")
  }
  static func fileLeaves(_ path: String, folder: String) -> Self {
    Self(
      "\"\(path)\" is outside the specs folder \(folder)",
      "all files of a contract must be inside its specs folder; " + Self.relativePaths)
  }
  static func fileMissing(_ path: String, looked: String, near: String?) -> Self {
    Self(
      "file not found: \"\(path)\"", near.map { "did you mean \"\($0)\"?" },
      "looked for it at \(looked); \(Self.relativePaths)")
  }
  static func fileAbsolute(_ path: String) -> Self {
    Self(
      "\"\(path)\" is an absolute path, expected a relative one",
      "other machines do not have this path; \(Self.relativePaths)")
  }
  static func fileIsAddress(_ path: String) -> Self {
    Self(
      "\"\(path)\" is a URL; a contract can only name files",
      "contract-run downloads nothing; save the file next to the contract")
  }
  static func fileUnreadable(_ path: String, why: String) -> Self { Self("\"\(path)\" cannot be read: \(why)") }
  static func fileBroken(_ path: String, first: SourceRange) -> Self {
    Self("\"\(path)\" is not valid JSON", "the first error is at \(first.description)")
  }
  static func extendsContract(_ path: String) -> Self {
    Self(
      "\"\(path)\" is a contract; \"extends\" cannot name a contract",
      "move the shared part into a file whose name does not end in .contract.json, such as base.json")
  }

  // MARK: The contract

  static let noVersion = Self(
    "missing member \"contract\" in a contract", "write \"contract\": 1, the version of the format")
  static func unknownVersion(_ version: String) -> Self {
    Self(
      "unknown version \(version) of the contract format; this contract-run reads version 1",
      "write \"contract\": 1, or use a newer contract-run")
  }
  static func badBaseURL(_ url: String) -> Self {
    Self(
      "\"\(url)\" is not a base URL",
      "allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user")
  }
  static func badAddressName(_ name: String) -> Self {
    Self(
      "\"\(name)\" cannot be the name of a base URL",
      "a name is text on one line without { } \" and \\, because {{baseURL.NAME}} refers to it")
  }
  static func noAddresses(_ name: String) -> Self {
    Self(
      "unknown base URL \"\(name)\": the contract has no \"baseURLs\"",
      "add it: \"baseURLs\": {\"\(name)\": \"http://…\"}")
  }
  static func sameName(_ name: String, of what: String, first: SourceRange) -> Self {
    Self("duplicate \(what) \"\(name)\"", "first written at \(first.description)")
  }
  static func badName(what: String, why: String) -> Self {
    Self("\(what) \(why)", "reports show it on one line; write plain text")
  }
  static func movedMember(_ name: String, to place: String, help: String) -> Self {
    Self("\"\(name)\" is a member of \"\(place)\"", help)
  }
  static func sameElement(_ element: String, list: String) -> Self {
    Self("duplicate \"\(element)\" in \"\(list)\"", "remove one of them")
  }
}
