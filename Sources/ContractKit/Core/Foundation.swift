// The one file of this module that names the toolchain's Foundation; no other needs an import or an #if for it.
@_exported public import Foundation
