"""A package that sent its key to another host after a redirect in one release, and was fixed in the next."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from .runner import CONTRACT_RUN, KIT, ROOT, needs_contract_run

PACKAGES = {"3.3.0": ["openai==3.3.0", "httpx2==2.16.2"], "3.4.0": ["openai==3.4.0", "httpx2==2.16.2"]}


@needs_contract_run
@unittest.skipUnless(os.environ.get("CONTRACTKIT_ALL"), "it installs packages: set CONTRACTKIT_ALL=1")
class ReleaseTests(unittest.TestCase):
    def run_release(self, release):
        """Runs the contract with a release of openai. Returns the exit status and the output."""
        with tempfile.TemporaryDirectory() as folder:
            python = pathlib.Path(folder, "venv", "bin", "python")
            subprocess.run([sys.executable, "-m", "venv", python.parent.parent], check=True)
            install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES[release]]
            if subprocess.run(install, stderr=subprocess.DEVNULL).returncode:
                self.skipTest(f"openai {release} cannot be installed")
            contracts = ROOT / "Kits" / "tests" / "releases"
            command = [CONTRACT_RUN, "--transport", "loopback", "--timeout", "600", contracts, "--", python, "-m", "tests.azure"]
            ended = subprocess.run(
                command, cwd=KIT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
            )
            return ended.returncode, ended.stdout

    def test_the_release_that_leaks_fails(self):
        status, text = self.run_release("3.3.0")
        self.assertEqual(status, 1, text)
        self.assertIn("header api-key was sent to another host", text)
        self.assertIn("10 variations: 5 passed, 5 failed", text)

    def test_the_next_release_passes(self):
        status, text = self.run_release("3.4.0")
        self.assertEqual(status, 0, text)
        self.assertIn("10 variations passed", text)


if __name__ == "__main__":
    unittest.main()
