/// The driver kits of the examples, which `init` copies.
///
/// A test writes the other files of this type from the examples, if CONTRACTKIT_RECORD=1. They are not resources
/// (`.embedInCode`), because the compiler needs ten seconds for arrays of so many bytes.
enum DriverKit {}
