"""Prints and reports what CI systems read as commands."""
import os
from misbehaving import MisbehavingDriver

COMMANDS = (
    "::error file=a,line=1::x\n  ::stop-commands::y\n\t\u00a0::add-mask::z\na ##[error]b\n##vso[task.complete result=Failed]\n"
    "##teamcity[buildStatus status='FAILURE']\n\x1b[2K\r::warning::w\n#\x1b[0m#[group]g\n"
)


class Commands(MisbehavingDriver):
    def bad(self, call):
        self.get(call)
        os.write(1, COMMANDS.encode())
        os.write(2, COMMANDS.encode())
        self.result(call, {"failure": {
            "category": "other", "type": COMMANDS, "message": COMMANDS, "payload": {COMMANDS: COMMANDS}}})


Commands().run()
