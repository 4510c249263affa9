from typing import Annotated

import typer
from typer import Option

app = typer.Typer()


@app.command()
def run(
    source: str,
    dry_run: bool = typer.Option(False, help="do nothing"),
    level: int = typer.Option(..., "--level", "-l"),
    output: Annotated[str, Option("--out")] = "a.txt",
    *,
    force: Annotated[bool, typer.Option()] = False,
): ...
