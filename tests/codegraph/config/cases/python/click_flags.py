import click
from click import option as opt


@click.command()
@click.option("--name", "-n", default="World", show_default=True)
@click.option("--shout/--no-shout", default=False)
@click.option("-c", "--count", "times", type=int)
@opt("--token", required=True)
@click.argument("path")
def hello(name, shout, times, token, path): ...


@other.option("--not-click")
def other_option(): ...


def test_click(page):
    page.click("--not-a-flag")
