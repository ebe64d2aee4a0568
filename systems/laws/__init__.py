"""One control law a file: what it says of itself (components/law.py) and, compiled, what it asks of bones or joints.

Most laws fill `demand`: on bone b the world torque T_b = torque_b - gain_b (angular acceleration of b in this step),
where the second term is what makes it implicit. How T_b reaches the body is not the law's business
(systems/kernels/actuate.py). docs/adding_a_law.md is a walk through one.

What a law says of itself is read here, for all files of this folder, without the rest of them: the statements
`NAME = declare(...)`, and what these use of components. So lists and checks wait for no compiler.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def read_declarations(path: Path, module: str) -> None:
    """Do the file's calls of `declare`, and nothing else."""
    whole = ast.parse(path.read_bytes()).body
    calls = [node for node in whole if declares(node)]
    used = {part.id for call in calls for part in ast.walk(call) if isinstance(part, ast.Name)}
    light: list[ast.stmt] = [*imports(whole, used), *calls]
    exec(compile(ast.Module(light, []), str(path), "exec"), {"__name__": module})


def declares(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Assign) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "declare"


def imports(whole: list[ast.stmt], used: set[str]) -> Iterator[ast.ImportFrom]:
    """Of these names, what comes from components."""
    for node in whole:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "components":
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in used]
            if node.names:
                yield node


for _path in sorted(Path(__file__).parent.glob("*.py")):
    read_declarations(_path, f"{__name__}.{_path.stem}")
