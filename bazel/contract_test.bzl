"""The rule contract_test, which runs the contracts of an HTTP client; see docs/ci.md#bazel.

It works with Bazel 4 and later, needs no other rules, and can be copied into another repository.
"""

def _folder_of(files):
    """Returns the deepest folder that contains all of the files, as a path in the runfiles."""
    shared = None
    for file in files:
        steps = file.short_path.split("/")
        if not file.is_directory:
            steps.pop()
        if shared == None:
            shared = steps
        shared = [step for at, step in enumerate(shared) if steps[:at + 1] == shared[:at + 1]]
    return "/".join(shared) or "."

def _quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"

def _path(file):
    """Returns a program's path from the working folder. With a slash, it is not searched in PATH."""
    return file.short_path if "/" in file.short_path else "./" + file.short_path

def _expanded(ctx, texts):
    return [ctx.expand_location(text, ctx.attr.data) for text in texts]

def _contract_test_impl(ctx):
    specs = ctx.files.specs
    if not [file for file in specs if file.is_directory or file.path.endswith(".contract.json")]:
        fail("'specs' has no contract: no file ends in .contract.json")
    if not ctx.executable.driver and not ctx.file.config:
        fail("name a 'driver', or a 'config' whose clients have drivers")

    # Bazel counts a test as one processor. An option of `options` or `args` replaces this one.
    options = ["--jobs", "1"]
    if ctx.file.config:
        options += ["--config", ctx.file.config.short_path]
    if not ctx.executable.driver:
        options.append("--no-build")
    options += _expanded(ctx, ctx.attr.options)

    # A configuration without `driver` has the folders of its clients.
    paths = [ctx.attr.specs_folder] if ctx.attr.specs_folder else []
    driver = []
    if ctx.executable.driver:
        paths = paths or [_folder_of(specs)]
        driver = ["--", _path(ctx.executable.driver)] + _expanded(ctx, ctx.attr.driver_args)

    lines = ["#!/bin/sh"]
    for name, value in zip(ctx.attr.env.keys(), _expanded(ctx, ctx.attr.env.values())):
        lines.append("export %s=%s" % (name, _quoted(value)))

    # Without exec, SIGTERM after a timeout would end this shell only.
    command = [_quoted(word) for word in [_path(ctx.executable.runner)] + options]
    command += ['"$@"'] + [_quoted(word) for word in paths + driver]
    lines.append("exec " + " ".join(command))
    launcher = ctx.actions.declare_file(ctx.label.name + ".contract_test.sh")
    ctx.actions.write(launcher, "\n".join(lines) + "\n", is_executable = True)

    programs = [file for file in [ctx.executable.runner, ctx.executable.driver] if file]
    runfiles = ctx.runfiles(files = programs + specs + ctx.files.config + ctx.files.data)
    for target in [ctx.attr.runner, ctx.attr.driver] + ctx.attr.specs + ctx.attr.data:
        if target:
            runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

contract_test = rule(
    implementation = _contract_test_impl,
    test = True,
    doc = "Runs the contracts of an HTTP client with contract-run.",
    attrs = {
        "runner": attr.label(
            doc = "The program contract-run.",
            executable = True,
            cfg = "target",
            allow_files = True,
            mandatory = True,
        ),
        "specs": attr.label_list(
            doc = "The contracts, and the files that they name.",
            allow_files = True,
            mandatory = True,
        ),
        "driver": attr.label(
            doc = "The program that calls the client. It replaces the clients of config.",
            executable = True,
            cfg = "target",
            allow_files = True,
        ),
        "driver_args": attr.string_list(
            doc = "Arguments of the driver. $(rootpath LABEL) is the path of a file of data.",
        ),
        "specs_folder": attr.string(
            doc = "The folder of the contracts, from the root of the workspace. By default, the " +
                  "deepest folder that contains all files of specs. Ids have paths below it.",
        ),
        "options": attr.string_list(
            doc = "Options of contract-run. $(rootpath LABEL) is the path of a file of data.",
        ),
        "config": attr.label(
            doc = "A contract-run.json. Without driver, its clients run, and nothing is built.",
            allow_single_file = True,
        ),
        "data": attr.label_list(
            doc = "Other files and programs that the driver or the options need.",
            allow_files = True,
        ),
        "env": attr.string_dict(
            doc = "Variables for contract-run and the driver. $(rootpath LABEL) is the path of a " +
                  "file of data.",
        ),
    },
)
