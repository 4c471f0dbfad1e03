#pragma once

// The files that the program has in itself, as texts in UTF-8 that end with a zero byte. Resources.c says which files.

// The JSON Schemas that `contract-run schema` prints.
extern const char *_Nonnull const contractContractSchema;
extern const char *_Nonnull const contractConfigurationSchema;
extern const char *_Nonnull const contractAcceptedSchema;
extern const char *_Nonnull const contractReportSchema;
extern const char *_Nonnull const contractComparisonSchema;
extern const char *_Nonnull const contractListSchema;
extern const char *_Nonnull const contractDriverProtocolSchema;

// The driver kits, which `init` copies.
extern const char *_Nonnull const contractPythonKit;
extern const char *_Nonnull const contractNodeKit;
extern const char *_Nonnull const contractGoKitCall;
extern const char *_Nonnull const contractGoKitDriver;
extern const char *_Nonnull const contractGoKitFailure;
extern const char *_Nonnull const contractGoKitResult;
extern const char *_Nonnull const contractGoKitStdioBsd;
extern const char *_Nonnull const contractGoKitStdioLinux;
extern const char *_Nonnull const contractGoKitStdioOther;
extern const char *_Nonnull const contractGoKitStdioUnix;
extern const char *_Nonnull const contractGoKitTest;
extern const char *_Nonnull const contractGoKitTransport;
extern const char *_Nonnull const contractShellKit;
extern const char *_Nonnull const contractShellJSON;

// What else `init` writes. In templates, a name in two braces stands for a value.
extern const char *_Nonnull const contractExampleContract;
extern const char *_Nonnull const contractSwiftManifest;
extern const char *_Nonnull const contractSwiftDriver;
extern const char *_Nonnull const contractSwiftExampleDriver;
extern const char *_Nonnull const contractPythonDriver;
extern const char *_Nonnull const contractPythonExampleDriver;
extern const char *_Nonnull const contractNodeDriver;
extern const char *_Nonnull const contractNodeExampleDriver;
extern const char *_Nonnull const contractGoDriver;
extern const char *_Nonnull const contractGoExampleDriver;
extern const char *_Nonnull const contractShellDriver;
extern const char *_Nonnull const contractGitHubJob;
extern const char *_Nonnull const contractGitLabJob;

// The completions of shells.
extern const char *_Nonnull const contractBashCompletion;
extern const char *_Nonnull const contractZshCompletion;
extern const char *_Nonnull const contractFishCompletion;

// The parts of both pages.
extern const char *_Nonnull const contractPageScript;
extern const char *_Nonnull const contractPageStyle;

// The HTML report: the page is a template, and the scripts stand in it in this order.
extern const char *_Nonnull const contractComparisonPage;
extern const char *_Nonnull const contractComparisonStyle;
extern const char *_Nonnull const contractReportPage;
extern const char *_Nonnull const contractReportStyle;
extern const char *_Nonnull const contractReportData;
extern const char *_Nonnull const contractReportMarks;
extern const char *_Nonnull const contractReportDetails;
extern const char *_Nonnull const contractReportCauses;
extern const char *_Nonnull const contractReportMatrix;
extern const char *_Nonnull const contractReportScenarios;
extern const char *_Nonnull const contractReportKeys;

// The control page of `serve`, a template too.
extern const char *_Nonnull const contractServePage;
extern const char *_Nonnull const contractServeStyle;
extern const char *_Nonnull const contractServeScript;
