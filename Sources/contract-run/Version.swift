/// This release of contract-run; CHANGELOG.md tells what each brought.
let version = "0.1.0"
