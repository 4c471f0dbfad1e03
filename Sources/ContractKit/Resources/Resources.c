// Embeds the files that the program needs. An installed program is one file, so it cannot read them.

#include "ContractResources.h"

#define TEXT contractContractSchema
#define FILE "../../../specs/contract.schema.json"
#include "Embed.h"

#define TEXT contractConfigurationSchema
#define FILE "../../../docs/configuration.schema.json"
#include "Embed.h"

#define TEXT contractAcceptedSchema
#define FILE "../../../docs/accepted.schema.json"
#include "Embed.h"

#define TEXT contractReportSchema
#define FILE "../../../docs/report.schema.json"
#include "Embed.h"

#define TEXT contractComparisonSchema
#define FILE "../../../docs/compare.schema.json"
#include "Embed.h"

#define TEXT contractListSchema
#define FILE "../../../docs/list.schema.json"
#include "Embed.h"

#define TEXT contractDriverProtocolSchema
#define FILE "../../../docs/driver-protocol.schema.json"
#include "Embed.h"

#define TEXT contractPythonKit
#define FILE "../../../Kits/python/contract_run/driver.py"
#include "Embed.h"

#define TEXT contractShellKit
#define FILE "../../../Examples/shell/contract_driver.sh"
#include "Embed.h"

#define TEXT contractShellJSON
#define FILE "../../../Examples/shell/json.sh"
#include "Embed.h"

#define TEXT contractNodeKit
#define FILE "../../../Kits/node/driver.mjs"
#include "Embed.h"

#define TEXT contractGoKitCall
#define FILE "../../../Kits/go/contractdriver/call.go"
#include "Embed.h"

#define TEXT contractGoKitDriver
#define FILE "../../../Kits/go/contractdriver/driver.go"
#include "Embed.h"

#define TEXT contractGoKitFailure
#define FILE "../../../Kits/go/contractdriver/failure.go"
#include "Embed.h"

#define TEXT contractGoKitResult
#define FILE "../../../Kits/go/contractdriver/result.go"
#include "Embed.h"

#define TEXT contractGoKitStdioBsd
#define FILE "../../../Kits/go/contractdriver/stdio_bsd.go"
#include "Embed.h"

#define TEXT contractGoKitStdioLinux
#define FILE "../../../Kits/go/contractdriver/stdio_linux.go"
#include "Embed.h"

#define TEXT contractGoKitStdioOther
#define FILE "../../../Kits/go/contractdriver/stdio_other.go"
#include "Embed.h"

#define TEXT contractGoKitStdioUnix
#define FILE "../../../Kits/go/contractdriver/stdio_unix.go"
#include "Embed.h"

#define TEXT contractGoKitTest
#define FILE "../../../Kits/go/contractdriver/test.go"
#include "Embed.h"

#define TEXT contractGoKitTransport
#define FILE "../../../Kits/go/contractdriver/transport.go"
#include "Embed.h"

#define TEXT contractExampleContract
#define FILE "init/example.contract.json"
#include "Embed.h"

#define TEXT contractSwiftManifest
#define FILE "init/Package.swift.template"
#include "Embed.h"

#define TEXT contractSwiftDriver
#define FILE "init/ContractDriver.swift.template"
#include "Embed.h"

#define TEXT contractSwiftExampleDriver
#define FILE "init/ExampleDriver.swift.template"
#include "Embed.h"

#define TEXT contractPythonDriver
#define FILE "init/driver.py.template"
#include "Embed.h"

#define TEXT contractPythonExampleDriver
#define FILE "init/example_driver.py.template"
#include "Embed.h"

#define TEXT contractShellDriver
#define FILE "init/driver.sh.template"
#include "Embed.h"

#define TEXT contractNodeDriver
#define FILE "init/driver.mjs.template"
#include "Embed.h"

#define TEXT contractNodeExampleDriver
#define FILE "init/example_driver.mjs.template"
#include "Embed.h"

#define TEXT contractGoDriver
#define FILE "init/driver.go.template"
#include "Embed.h"

#define TEXT contractGoExampleDriver
#define FILE "init/example_driver.go.template"
#include "Embed.h"

#define TEXT contractGitHubJob
#define FILE "init/github.yml.template"
#include "Embed.h"

#define TEXT contractGitLabJob
#define FILE "init/gitlab.yml.template"
#include "Embed.h"

#define TEXT contractBashCompletion
#define FILE "completions/contract-run.bash"
#include "Embed.h"

#define TEXT contractZshCompletion
#define FILE "completions/contract-run.zsh"
#include "Embed.h"

#define TEXT contractFishCompletion
#define FILE "completions/contract-run.fish"
#include "Embed.h"

#define TEXT contractPageScript
#define FILE "pages/parts.js"
#include "Embed.h"

#define TEXT contractPageStyle
#define FILE "pages/parts.css"
#include "Embed.h"

#define TEXT contractComparisonPage
#define FILE "pages/compare/compare.html"
#include "Embed.h"

#define TEXT contractComparisonStyle
#define FILE "pages/compare/compare.css"
#include "Embed.h"

#define TEXT contractReportPage
#define FILE "pages/report/report.html"
#include "Embed.h"

#define TEXT contractReportStyle
#define FILE "pages/report/report.css"
#include "Embed.h"

#define TEXT contractReportData
#define FILE "pages/report/data.js"
#include "Embed.h"

#define TEXT contractReportMarks
#define FILE "pages/report/marks.js"
#include "Embed.h"

#define TEXT contractReportDetails
#define FILE "pages/report/details.js"
#include "Embed.h"

#define TEXT contractReportCauses
#define FILE "pages/report/causes.js"
#include "Embed.h"

#define TEXT contractReportMatrix
#define FILE "pages/report/matrix.js"
#include "Embed.h"

#define TEXT contractReportScenarios
#define FILE "pages/report/scenarios.js"
#include "Embed.h"

#define TEXT contractReportKeys
#define FILE "pages/report/keys.js"
#include "Embed.h"

#define TEXT contractServePage
#define FILE "pages/serve/serve.html"
#include "Embed.h"

#define TEXT contractServeStyle
#define FILE "pages/serve/serve.css"
#include "Embed.h"

#define TEXT contractServeScript
#define FILE "pages/serve/serve.js"
#include "Embed.h"
