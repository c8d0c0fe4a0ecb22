#!/usr/bin/env python3
"""Runs the cells of a notebook in order, as a kernel would: run.py NOTEBOOK [--write]

Needs nothing but the standard library. Ends with 1 at the first cell that fails. With --write the outputs, text and
pictures, are put into the file.
"""
import ast
import contextlib
import io
import json
import sys


def run(cell, space, name):
    """Runs a cell and returns its outputs in the form of a notebook: the printed text, and the value of its last expression."""
    tree = ast.parse("".join(cell["source"]), name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, outputs, value = io.StringIO(), [], None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), space)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        picture = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
        if picture is not None:
            data["image/svg+xml"] = picture.splitlines(True)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main():
    """Runs all cells in one namespace."""
    path, write = sys.argv[1], "--write" in sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    space, count = {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        outputs = run(cell, space, f"cell {count}")
        cell["execution_count"], cell["outputs"] = count, outputs
        for output in outputs:
            if "execution_count" in output:
                output["execution_count"] = count
    if count == 0:
        sys.exit(f"{path}: no cells")
    if write:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
    print(f"{path}: {count} cells")


if __name__ == "__main__":
    main()
