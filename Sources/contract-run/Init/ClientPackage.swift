import ContractCore
import Foundation

/// The Swift package of a client, as its manifest describes it.
struct ClientPackage {
  var name: String
  /// The version of macOS that it needs; nil if it names none.
  var macOS: String?
  var libraries: [Library]
  /// Its targets that can be imported, in a product or not.
  var modules: [String]
  /// A target whose sources are all files of the package, except those that it excludes; nil if there is none.
  var widest: (name: String, excluded: [String])?
  /// Where its ContractKit is; nil if it does not depend on ContractKit.
  var kit: KitLocation?

  struct Library: Equatable {
    var product: String
    var module: String
  }

  /// How many seconds SwiftPM may take to compile and run the manifest.
  static let limit = 120.0

  /// Returns the package in the current folder; nil if SwiftPM cannot read it. SwiftPM may not end, for example because
  /// another process holds the package's lock.
  static func read(_ environment: [String: String], _ processes: Processes) throws(Program.Failure) -> ClientPackage? {
    let swift = Program(command: ["swift", "package", "dump-package"], environment: environment, limit: limit)
    let end = try swift.run(processes)
    return end.status == .exit(0) ? JSON.parse(end.output).flatMap(ClientPackage.init) : nil
  }

  /// - Parameter manifest: The output of `swift package dump-package`.
  init?(_ manifest: JSON) {
    guard let name = manifest["name"]?.string else { return nil }
    self.name = name
    macOS = manifest["platforms"]?.array?.first { $0["platformName"]?.string == "macos" }?["version"]?.string
    let targets = manifest["targets"]?.array ?? []
    let modules = targets.filter { $0["type"]?.string == "regular" }.compactMap { $0["name"]?.string }
    self.modules = modules
    widest = targets.lazy.compactMap(Self.widest).first
    libraries = (manifest["products"]?.array ?? []).compactMap { product in
      guard product["type"]?["library"] != nil, let name = product["name"]?.string else { return nil }
      let own = (product["targets"]?.array ?? []).compactMap(\.string).filter(modules.contains)
      return Self.client(among: own, named: name).map { Library(product: name, module: Self.identifier($0)) }
    }
    kit = manifest["dependencies"]?.array?.lazy.compactMap(Self.kit).first
  }

  /// The library that is most probably the client.
  var client: Library? {
    let name = Self.client(among: libraries.map(\.product), named: name)
    return libraries.first { $0.product == name }
  }

  /// Returns the name that is most probably the client's: that of the whole, or the shortest one with a typical word, so
  /// that it is not `ShopClientMocks`. If there is none, the first.
  private static func client(among names: [String], named whole: String) -> String? {
    for word in ["client", "api", "sdk", "network", "kit"] {
      let typical = names.filter { $0.lowercased().contains(word) }
      if let shortest = typical.min(by: { $0.count < $1.count }) { return shortest }
    }
    return names.first { $0 == whole } ?? names.first
  }

  private static func identifier(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  private static func widest(_ target: JSON) -> (name: String, excluded: [String])? {
    guard let name = target["name"]?.string, let path = target["path"]?.string, target["sources"]?.array == nil,
      path.split(separator: "/").allSatisfy({ $0 == "." })
    else { return nil }
    return (name, (target["exclude"]?.array ?? []).compactMap(\.string))
  }

  /// Returns where ContractKit is, if a dependency of the manifest is ContractKit.
  private static func kit(_ dependency: JSON) -> KitLocation? {
    guard let (kind, values) = dependency.object?.members.first.map({ ($0.name, $0.value.array ?? []) }),
      let value = values.first,
      // The identity is the name of a clone's folder.
      value["identity"]?.string == "contractkit"
        || value["nameForTargetDependencyResolutionOnly"]?.string == "ContractKit"
    else { return nil }
    if kind == "fileSystem" { return value["path"]?.string.map(KitLocation.folder) }
    guard let url = value["location"]?["remote"]?.array?.first?["urlString"]?.string,
      let versions = value["requirement"].flatMap(versions)
    else { return nil }
    return .repository(url, versions: versions)
  }

  /// Returns the versions of a dependency as a manifest writes them.
  private static func versions(_ requirement: JSON) -> String? {
    guard let (kind, first) = requirement.object?.members.first.map({ ($0.name, $0.value.array?.first) }) else {
      return nil
    }
    if kind == "range", let low = first?["lowerBound"]?.string, let high = first?["upperBound"]?.string {
      let major = low.split(separator: ".").first.flatMap { Int($0) } ?? 0
      return high == "\(major + 1).0.0" ? "from: \(low.swiftLiteral)" : "\(low.swiftLiteral)..<\(high.swiftLiteral)"
    }
    return first?.string.map { "\(kind): \($0.swiftLiteral)" }
  }
}

/// What is above a folder, up to the root of its repository.
struct EnclosingPackage {
  /// The nearest folder above that has a Swift package, as an absolute path.
  var package: String?
  /// The root of the repository, as an absolute path; nil if the folder is the root, or is not in a repository.
  var root: String?

  /// - Parameter clientFolder: An absolute path.
  init(of clientFolder: String) {
    for folder in FileSystem.upward(from: clientFolder) {
      func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
      if folder != clientFolder, package == nil, has("Package.swift") { package = folder }
      if has(".git") {
        if folder != clientFolder { root = folder }
        break
      }
    }
  }
}
