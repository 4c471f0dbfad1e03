import ContractCore
import ContractResources

extension ProjectTemplate {
  var shellKit: [File] {
    [
      File(path: "\(Self.folder)/contract_driver.sh", text: String(cString: contractShellKit)),
      File(path: "\(Self.folder)/json.sh", text: String(cString: contractShellJSON)),
    ]
  }

  var shellDriver: File {
    File(path: "\(Self.folder)/driver.sh", text: String(cString: contractShellDriver).filled(with: ["name": name]))
  }
}
