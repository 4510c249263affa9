import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--verbose", "-v", action="store_true", help="say more")
parser.add_argument("--no-color", dest="color", action="store_false")
parser.add_argument(
    "--jobs",
    type=int,
    default=4,
)
parser.add_argument("--mode", choices=["fast", "slow"], default=MODE, required=True)
parser.add_argument("-q")
parser.add_argument("positional")
parser.add_argument("--tag", nargs="*", default=["a", "b"])
parser.add_argument(NAME, "--maybe")
sub = parser.add_subparsers().add_parser("sub")
sub.add_argument("--verbose", **common)
