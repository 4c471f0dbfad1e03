"""Returns its open descriptors as the result."""
import os
import time
from misbehaving import MisbehavingDriver


class Descriptors(MisbehavingDriver):
    def get(self, call):
        super().get(call)
        time.sleep(0.02)
        folder = os.open("/proc/self/fd", os.O_RDONLY)
        open_now = sorted(int(name) for name in os.listdir(folder) if int(name) != folder)
        os.close(folder)
        return {"success": {str(n): os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in open_now if n != folder + 1}}


Descriptors().run()
