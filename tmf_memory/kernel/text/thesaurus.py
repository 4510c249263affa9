"""What people call things in prose, and what programmers call them in code. Data and look-up.

The pairs were collected by counting which words of a docstring come with which words of the code
below it, over some seventy public Python packages, and then read through by hand. They are general
English and general programming; a word of one product does not belong here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tmf_memory.kernel.text.words import stem

SHORT_FORM = 0.6
RELATED = 0.35

# word: its short forms and exact equivalents, both ways | words that often stand for it in code
_PAIRS = """
absolute: abs abspath
abstract: abc
add: | append insert register extend
address: addr
aggregate: agg
align: alignment
allow: | permit accept enable
application: app
archive: | tar zip
argument: arg kwarg | param vararg positional
array: arr
assign: | set assignment
attribute: attr | getattr setattr property
authenticate: auth
authentication: auth
authorization: auth
avoid: | skip prevent
base: | abc parent super
binary: bin | bytes
boolean: bool
bound: bind
buffer: buf
build: | builder make
byte: | buf bytearray encode
cache: | memo lru
calculate: compute calc
callback: cb | hook handler
category: cat
certificate: cert
change: | update modify alter set
character: char | ord chr
check: | bool valid is has verify validate
child: children
clean: cleanup | clear
clear: | clean reset purge
close: | shutdown exit finalize
collection: | list set items
color: colour | rgb palette
column: col
command: cmd | subprocess argv parser
compare: cmp | eq equal
completion: complete
concatenate: concat join
condition: cond
configuration: config conf cfg settings | options ini section
connection: conn | connect socket
constant: const
contain: | has contains in
context: ctx | enter exit
convert: | conversion transform to cast
coordinate: coord
copy: | clone deepcopy duplicate
count: | num len counter
create: | make new build init mkdir
current: | cwd active now
data: | payload content
database: db
decode: decoder
decorate: decorator | wrap wraps
decrement: dec
default: | fallback initial
delete: del remove | drop unlink discard purge
dependency: dep | requirement requires
deprecated: deprecation deprecate
description: desc | summary
descriptor: fd fileno
destination: dest dst | target
detect: | find guess is
determine: | detect resolve get is
development: dev
dictionary: dict | mapping
difference: diff | delta
dimension: dim | ndim
directory: dir folder | isdir mkdir cwd dirname path
disable: | off skip no
display: show | print render
distribution: dist
document: doc
documentation: doc docs
download: | fetch get retrieve
duplicate: dup | copy clone unique
element: elem | item
empty: | blank len
enable: | on allow
encode: enc encoder
environment: env environ | venv variable
equal: eq | same equality
error: err exc | exception raise fail failure
escape: | quote unescape
evaluate: eval
exception: exc | error traceback raise
execute: exec run | call
executable: exe | bin
exist: exists | isfile
expand: | resolve expanduser
expression: expr
extension: ext | suffix
extract: | get parse unpack
fail: failure | error raise
fetch: get | download retrieve
field: | attr column
file: filename filepath | path fp open
filter: | match exclude
find: | search lookup get locate found
first: | next head
flag: | option bool
folder: dir directory
format: fmt | formatter render str
frequency: freq
function: func fn | callable method
generate: gen | make create build generator
generator: gen | yield
get: | fetch retrieve getitem
handler: | callback
hash: | digest hexdigest sha md5
header: | headers
hide: | hidden mask redact
identifier: id ident
identity: id
implementation: impl
import: | importlib module
include: | contain add
increment: inc
index: idx | indices position
information: info
initialize: init | setup
input: | stdin
insert: | add
instance: inst obj | isinstance
instruction: instr
integer: int
intermediate: tmp
iterate: iter | iterator next
iterator: iter
javascript: js
keyword: kw kwarg
language: lang | locale
length: len | size
library: lib
line: | lineno readline
link: | symlink url href
list: | iter items sequence
load: | read loader
local: | here
locate: | find search
location: loc | path place position
log: | logger logging
lookup: | get find search
manager: mgr
mark: | flag
match: | pattern regex
maximum: max | limit
memory: mem
message: msg
metadata: meta
method: meth | function
minimum: min
missing: | absent none
modify: | change update
module: mod
move: | rename mv
multiple: multi | many all
multiply: mul
name: | label title
namespace: ns
negative: neg
network: net
new: | create fresh
normalize: norm canonical
number: num | count int
numeric: number num | decimal int float
object: obj | instance
operation: op
operator: op
option: opt | options flag
order: | sort
original: orig
output: | stdout print
override: | overwrite
package: pkg
parameter: param arg
parent: | ancestor base super
parse: parser | split
password: passwd | credentials secret
path: | dir filename
pattern: pat | regex re
percentage: percent
permission: perm | mode chmod
position: pos | offset seek tell
positive: pos
prefer: preferred | preference
previous: prev | last
print: | echo write
prevent: | forbid block avoid
probability: prob
process: proc | pid subprocess
progress: | bar
property: prop
protocol: proto
query: | sql
quote: quoted | escape
random: rand | seed
range: rng | interval span
read: reader | load
receive: recv
record: rec
recursive: recursively | walk
redirect: | location
reference: ref
regular: regex
register: registry
reject: | refuse invalid raise
relation: rel
remove: rm | delete del unlink discard pop strip drop uninstall
rename: | move
render: renderer
replace: | sub substitute
report: reporter
repository: repo
representation: repr | str
represent: repr | str
request: req
requirement: req | dependency
reset: | clear
resolve: resolver
response: resp | reply
result: res
retrieve: get fetch | load
revision: rev
save: | write store dump
schedule: | cron
search: | find lookup
secure: | safe ssl tls
select: selector
send: | write post
sequence: seq | list tuple
serialize: | dump dumps to
serializer: serialize
server: srv
session: sess
set: | assign update
setting: settings conf config
signature: sig
size: len | length bytes
skip: | ignore
sort: sorted | order key
source: src
space: | whitespace strip
specification: spec
specifier: spec
split: | partition separate
standard: std
start: | begin
statement: stmt
statistics: stat stats
status: | state
stop: | end halt
store: | save set
string: str | text
structure: struct
substitute: sub | replace
subtract: sub
summary: | short
support: | supports supported
synchronous: sync
table: tbl
target: tgt | dest
temporary: temp tmp | tempfile
terminal: term tty
test: | check
text: txt | str
time: | datetime timestamp clock
timezone: tz tzinfo
token: tok
total: | sum
traceback: tb
transform: transformer | convert
translate: | gettext
uninstall: | remove
unique: | distinct
update: upd | modify refresh set
upload: | post
user: usr | account
utility: util
validate: valid | check clean verify
value: val
variable: var
vector: vec
verify: | check validate
version: ver
visible: | show hidden
wait: | sleep
warning: warn
whitespace: | strip space
window: win
word: | token
wrap: wrapper
write: writer | save dump
"""


@lru_cache(maxsize=1)
def relations() -> Mapping[str, Mapping[str, float]]:
    """Return term -> terms that may stand for it in code, with how much each counts."""
    found: dict[str, dict[str, float]] = {}
    for line in _PAIRS.split("\n"):
        word, _, rest = line.partition(":")
        short, _, related = rest.partition("|")
        term = stem(word)
        for other in map(stem, short.split()):
            _relate(found, term, other, SHORT_FORM)
            _relate(found, other, term, SHORT_FORM)
        for other in map(stem, related.split()):
            _relate(found, term, other, RELATED)
    return found


def _relate(found: dict[str, dict[str, float]], term: str, other: str, weight: float) -> None:
    if term != other:
        row = found.setdefault(term, {})
        row[other] = max(weight, row.get(other, 0.0))
