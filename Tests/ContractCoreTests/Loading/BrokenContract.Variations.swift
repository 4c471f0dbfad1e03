// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

extension BrokenContract {
  /// Mistakes in variations and hostile values.
  static let variations: [BrokenContract] = [
    BrokenContract("variations that are text", #""input""#, #""variations": "x", "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an unknown family", #""input""#, #""variations": {"statusEror": {"failure": "any"}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a family that is true", #""input""#, #""variations": {"nonHTTP": true}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a family without an outcome", #""input""#, #""variations": {"corruptJSON": {"except": {}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a family with an unknown member", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "excep": {}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a family with an unknown category", #""input""#, #""variations": {"corruptJSON": {"failure": "decodin"}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("exceptions in a list", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "except": []}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an unknown exception", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "except": {"cut in halves": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an exception for a status that is not played", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"501": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an exception of another family", #""input""#, #""variations": {"nonHTTP": {"failure": "any", "except": {"503": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an exception that is text", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"304": "any"}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an exception without an outcome", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"304": {}}}}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("equivalent responses that are not a boolean", #""input""#, #""variations": {"equivalent": "yes"}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("no attempts", #""input""#, #""variations": {"attempts": 0}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("too many attempts", #""input""#, #""variations": {"attempts": 101}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("an unknown base URL in variations", #""input""#, #""variations": {"nonHTTP": {"success": "{{baseURL.x}}"}}, "input""#, schema: .accepts, #"""
      """#),
    BrokenContract("$ref to variations that are not there", #""input""#, ##""variations": {"$ref": "#/x"}, "input""##, schema: .accepts, #"""
      """#),
    BrokenContract("vary without a valid response", #""name": "garbled""#, #""name": "garbled", "vary": true"#, schema: .accepts, #"""
      """#),
    BrokenContract("vary of a scenario that sends nothing", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""vary": true, "exchanges": []"#, schema: .accepts, #"""
      """#),
    BrokenContract("vary that is not a boolean", #""name": "created""#, #""name": "created", "vary": 1"#, schema: .refuses, #"""
      """#),
    BrokenContract("hostile that is text", #""input""#, #""hostile": "yes", "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("hostile without exceptions", #""input""#, #""hostile": {}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("hostile with an unknown member", #""input""#, #""hostile": {"except": [], "only": []}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a hostile exception that is not a pointer", #""input""#, #""hostile": {"except": ["title"]}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a hostile exception of an unknown value", #""input""#, #""hostile": {"except": ["/title: slsh"]}, "input""#, schema: .refuses, #"""
      """#),
    BrokenContract("a hostile exception twice", #""input""#, #""hostile": {"except": ["/title", "/title"]}, "input""#, schema: .refuses, #"""
      """#),
  ]
}
