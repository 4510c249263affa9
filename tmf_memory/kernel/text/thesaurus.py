"""What descriptions call things, and what code calls them. Data and look-up.

Collected by counting which words of a docstring explain which words of the code below it (an
expectation-maximisation word alignment over 120,000 functions of some 250 public Python packages),
then read through by hand: what was a habit of one package is gone. General programming English
only; a word of one product does not belong here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tmf_memory.kernel.text.words import stem

# word: what may stand for it in code, `=` how much that counts in tenths (1 when not given)
_PAIRS = """
absolute: abs=3 abspath=3
abstract: abc=6
access: getitem
acknowledge: ack=6
add: append insert
address: addr=4
aggregate: agg=3
aggregation: aggregate=6
alignment: aligned
annotation: annotated
application: app=2
archive: zip
arguments: arg=3 argv
assignment: assign=3
asynchronous: async=4
asynchronously: await
attribute: attr=4 attrib=3 setattr=2 desc getattr
authentication: auth=5 username=2
authorization: auth
automatically: auto=3
axis: axes
base: abc=6 metaclass=3
binary: bin
box: bbox=2
buffer: buf=2 memoryview
build: builder
bytes: nbytes=2 tobytes=2 buf buffer bytearray
cache: lru
calculate: calc=4 sum=2
callback: cb=2
call: callback=2 hook
category: cat
certificate: cert=4
characters: char=4 ch=3
check: checker=3 bool=2 containing=2 valid
child: spawn
class: issubclass=6 klass=6 mro=6 isclass=5 metaclass=5
clean: cleanup=3
collect: collector=2
color: rgb=2 colormap palette rgba
column: col=4 nullable
command: cmd=3 cmdline=2 argv cli prog
compare: comparison eq
comparison: compare=2
compile: compiler
complete: future
completion: complete
compute: sum
concatenate: concat=6
config: conf=2
configuration: config=3 conf=2 configured ini
connection: conn=4 connect=2 close pool reconnect socket
constant: const=4
consume: consumer
containing: part
context: enter=2 finally=2 ctx yield
convert: conversion=2
coordinates: coords=5 xy
copy: deepcopy=2 memo=2 clone
coroutine: coro=3
count: counter
create: make=2 mkdir=2 init makedirs new
credentials: cred
current: cur=2 getcwd=2 cwd
currently: active=6 current=4
data: buf
database: db=3
date: datetime
datetime: dt=2 tz=2 tzinfo=2
decode: codec decoder
decorate: decorator=2
decorator: decorated=2 functools=2 wrap wrapper
define: definition
delete: delitem=2 del deletion
dependencies: deps=4
deprecate: deprecation=3
deprecation: deprecated=2
descriptor: fd=3 fileno=2
destination: dest=2
determine: startswith
deviation: std=6
dictionary: dict=3
difference: diff=2
dimension: dim=5 ndim
directory: dir=4 isdir=4 cwd=2 dirname expanduser mkdir
dispatch: dispatcher
display: show
distribution: dist
document: doc=2
documentation: doc
encode: codec enc encoder
encryption: cipher encrypt
enumeration: enum=2
environment: env=6 environ=2 venv=2
equal: eq=3
equality: eq=6
error: err=4 exception
evaluate: eval=4 evaluation=2
event: dispatch
exception: exc=3 traceback=2 tb
executable: exe=6
execute: exec=2
expression: expr=4 regex
extension: ext=3
extract: extractor
fail: failure=2
failure: failed
file: fh=3 filename=3 fp=2
filename: basename
filesystem: fs
find: finder look
format: fmt=2 formatter=2
frequency: freq=4
function: func=5 fn=4 callable=3 fun
generate: gen=2 generation generator
generator: gen=2 yield=2
geometry: geom=5
get: getitem=2 getattr
git: repo
hash: hasher=2 hashlib=2 hexdigest=2
http: urllib
implementation: impl=2
import: importer=3 importlib=2 module
indentation: indent=3
index: enumerated idx indexer slice
information: info=3 location
initialization: initialize=3
initialize: init=4
integer: uint=2 int
inverse: inv=2
iterate: iter=6 iterator=6 yield=3
iterator: iter=3
keyword: super
language: lang=3
lazily: lazy=4
length: len long
library: lib=2
line: lineno readline splitlines
list: append=3 extended sequence
load: loader
location: loc
log: logger=2
look: lookup=6
loop: asyncio
lowercase: lower=3
manager: finally=3 enter=2
map: mapper
match: matcher pattern regex regexp startswith
matrix: mat=3
maximum: max=3
memory: mem=3
message: msg=3
metadata: meta
method: classmethod getattr meth
minimum: min=3
module: modname=2 importer importlib mod
move: rename
multiple: multi=2
name: basename
namespace: ns=4
normalize: norm=2
notification: notify
number: num=5 count=3 int=2 len sum
object: obj=6 fileobj
open: opener
operation: op=2
operator: op
options: opts=3 argparse
order: sorted
original: orig=2
output: stdout
package: pkg=3
parameters: param=4
parent: ancestor
parse: parser split
path: abspath filepath fspath pathlib relpath
pattern: fnmatch regexp
percentage: percent=5
position: pos=3 seek tell
pretty: pprint=6
previous: prev=3
print: pprint=3 printer
probability: prob=6
process: pid=2 proc=2 popen processor subprocess
profile: profiler=2
property: prop=3 getter
protocol: proto
pyproject: toml=2
python: py=2
raise: error=6 exception=6
random: rand=3 seed=3 randint=2 rng=2
randomly: random=3
read: readline=2 readable reader
receive: recv=4
rectangle: rect=3
recursively: recursive=5
redirection: redirect=2
reference: ref=3
register: registration registry
regular: regex=3
relative: rel
remove: del=2 rmdir=2 unlink=2 drop pop rmtree
render: renderer
replace: replacement=2
report: reporter
repository: repo=3
representation: repr=6 serialize=2
request: req=2
requirements: req=3
resolve: resolution resolver
response: resp respond
route: router=2
run: main runner subprocess
safely: safe=3
schedule: scheduler
select: selection selector
selection: select
send: sender
sequence: seq=6
serialize: serialization=4 dump serializer
server: listen
set: frozenset setdefault setitem
signal: signum=2
signature: sig=4
single: one
socket: sock=4 websocket
source: src
specification: spec=2
standard: std=5
statement: stmt=4
string: repr=2
subclass: issubclass=4
subprocess: popen=2
template: tmpl=2
temporarily: finally=6
temporary: temp=3 tempfile=3 tmp
terminal: term
time: dt=2 datetime mtime
timestamp: ts=2
timezone: tz=2 tzinfo=2 zone=2
token: tok tokenize
traceback: tb=4
track: tracker=2
trailing: rstrip=3
transform: transformer
transformation: transform=3
translate: translator=2
tree: walk
type: enum kind
unsigned: uint=5
url: urlparse=2 urllib
user: expanduser username
valid: validate
validation: validate
value: val=4
variable: var=3 varname=2 env environ
vector: vec=3
version: ver=2
wait: waiter=2
window: win=2
wrap: original sock wrapper
write: writer=2 writable writelines
xml: etree
yield: iterator=2
"""


@lru_cache(maxsize=1)
def relations() -> Mapping[str, Mapping[str, float]]:
    """Return term -> terms that may stand for it in code, with how much each counts."""
    found: dict[str, dict[str, float]] = {}
    for line in _PAIRS.split("\n"):
        word, _, others = line.partition(":")
        row = found.setdefault(stem(word), {})
        for other in others.split():
            name, _, tenths = other.partition("=")
            row[stem(name)] = int(tenths or 1) / 10
    return found
