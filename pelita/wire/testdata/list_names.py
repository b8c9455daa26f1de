"""Prints the public names of the package pelita, or networkx, of this interpreter: a line for each module, `MODULE: NAME NAME ...`.

`bot` is the object that bots get. What comes from other packages is left out, and so is what networkx itself marks as private.
"""

import importlib
import pkgutil
import sys
import types

root = sys.argv[1]
package = importlib.import_module(root)
modules = [root]
if root == "pelita":
    for found in pkgutil.walk_packages(package.__path__, root + ".", onerror=lambda name: None):
        if not any(part.startswith("_") for part in found.name.split(".")):
            modules.append(found.name)
names = {}
for name in modules:
    parent, _, own = name.rpartition(".")
    names.setdefault(parent, set()).add(own)
    try:
        module = importlib.import_module(name)
    except Exception:  # it wants what is not here, such as tkinter
        continue
    for key, value in vars(module).items():
        home = getattr(value, "__module__", None) or root
        if key[0] != "_" and not isinstance(value, types.ModuleType) and home.split(".")[0] == root:
            names.setdefault(name, set()).add(key)
if root == "pelita":
    from pelita.utils import setup_test_game

    bot = setup_test_game(layout="########\n#a #.x #\n#b  .y #\n########")
    names["bot"] = {key for key in dir(bot) if key[0] != "_"}
for module in sorted(names):
    if module:
        print(f"{module}: {' '.join(sorted(names[module]))}")
