import Testing

@testable import ContractCore

@Suite("References to URIs")
struct URIReferenceTests {
  @Test(
    "references are resolved as RFC 3986, section 5.4, requires",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
      ("g;x", "http://a/b/c/g;x"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
      ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ])
  func resolution(_ reference: String, _ target: String) {
    #expect(URIReference(reference).resolved(against: URIReference("http://a/b/c/d;p?q")).text == target)
  }

  @Test("a file's URI leads back to the file, whatever the file's name")
  func files() {
    for path in ["/a/b.json", "/a b/ü#?%.json", "/a:b/[c]"] {
      #expect(URIReference(URIReference(file: path).text).filePath == path)
    }
    #expect(URIReference("http://a/b").filePath == nil)
    #expect(URIReference("urn:a:b#c").resolved(against: URIReference("http://a/")).text == "urn:a:b#c")
    #expect(URIReference("#c").resolved(against: URIReference("urn:a:b")).text == "urn:a:b#c")
  }
}
