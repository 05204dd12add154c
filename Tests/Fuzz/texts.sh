#!/usr/bin/env bash
# texts.sh SECONDS BUILD [TARGET...]: fuzzes what reads texts of others, each target for that long, one at a time: the lines of
# the wire, documents of screens, what terminals send, access files and panel files. BUILD is the directory of a finished debug
# build. An input that takes longer than a second is reported, too. 0 seconds only build the fuzzer, which is then in BUILD/fuzz.
#   FASCIA_CORPUS  keeps what has been found to cover more, for the next run
set -euo pipefail
seconds=$1 build=$(realpath "$2")
shift 2
targets=("$@")
[ $# -gt 0 ] || targets=(lines documents keys access panels)
cd "$(dirname "$0")/../.."
here=Tests/Fuzz out=$build/fuzz
corpus=${FASCIA_CORPUS:-$out/corpus}
parts=$out/texts.parts
mkdir -p "$out"
rm -rf "$parts" && mkdir -p "$parts"

# What reads texts is built for the fuzzer, the rest is that of the debug build.
# What packages share among their modules is theirs by this name.
name=$(sed -n '/"-module-name","FasciaModel"/s/.*"-package-name","\([^"]*\)".*/\1/p' "$build"/../../debug.yaml | head -n 1)
swift=("${SWIFT:-swift}c" -swift-version 6 -enable-upcoming-feature ExistentialAny -package-name "${name:-fascia}" -O -g -wmo
  -parse-as-library -sanitize=fuzzer,address -use-ld=lld -I "$parts" -I "$build/Modules")
for module in CFasciaPlugin CPluginHost CProcess; do
  swift+=(-Xcc "-fmodule-map-file=$build/$module.build/module.modulemap" -Xcc "-ISources/$module/include")
done
for module in CSystemd CLinux CYaml; do swift+=(-Xcc "-fmodule-map-file=Sources/$module/module.modulemap"); done
for module in FasciaDocument FasciaModel FasciaScene FasciaWire FasciaTerminal FasciaYAML FasciaAccess FasciaMatching FasciaPanel; do
  mapfile -t sources < <(find "Sources/$module" -name '*.swift')
  "${swift[@]}" -module-name "$module" -emit-module-path "$parts/$module.swiftmodule" -emit-object -o "$parts/$module.o" \
    "${sources[@]}"
done
objects=()
for module in FasciaRender FasciaPlugins FasciaProcess FasciaAgent FasciaUnits FasciaClient FasciaLoop CPluginHost CProcess \
  DequeModule HeapModule OrderedCollections InternalCollectionsUtilities ContainersPreview; do
  mapfile -t found < <(find "$build/$module.build" -name '*.o')
  objects+=("${found[@]}")
done
"${swift[@]}" -module-name Texts -o "$out/texts" $here/texts.swift "$parts"/*.o "${objects[@]}" -lyaml -lsystemd -lm

[ "$seconds" -gt 0 ] || exit 0

# To begin with: the examples, and what the documentation shows.
for target in "${targets[@]}"; do mkdir -p "$corpus/$target"; done
python3 - "$corpus" <<'END'
import glob, hashlib, json, os, re, sys

def put(target, text):
    place = os.path.join(sys.argv[1], target)
    if os.path.isdir(place):
        open(os.path.join(place, hashlib.sha1(text.encode()).hexdigest()), "w").write(text)

for page in glob.glob("docs/*.md"):
    text = open(page).read()
    for block in re.findall(r"<<'END'\n(.*?)\nEND\n", text, re.S) + re.findall(r"```yaml\n(.*?)```", text, re.S):
        if block.startswith("{"):
            put("documents", block)
            continue
        put("access" if re.search(r"^(grant|roles|never|approve|limits):", block, re.M) else "panels", block + "\n")
    for line in re.findall(r"^(?:→ )?(\{.*\})$", text, re.M):
        put("lines", line + "\n")
put(
    "documents",
    '{"id":"box","title":"Box","body":{"kind":"vstack","children":[{"kind":"group","bind":"services","id":"g"},'
    '{"kind":"toggle","bind":"a/b","id":"t","label":"T"},{"kind":"button","id":"b","label":"Go","tap":'
    '{"method":"value.set","params":{"key":"cpu","value":2}}},{"kind":"text","text":"x","if":{"value":"a","equals":1}}]}}',
)
for file in glob.glob("Sources/Examples/**/*.yaml", recursive=True):
    put("panels", open(file).read())
for file in glob.glob("Sources/Examples/**/*.json", recursive=True) + glob.glob("Tests/**/*.json", recursive=True):
    text = open(file).read()
    if len(text) < 20000:
        put("documents", text)
for key in ["\x1b[A", "\x1b[1;5C", "\x1b[<0;10;5M", "\x1b[200~text\x1b[201~", "\x1b[97;5u", "\x1bOP", "\x1b]11;rgb:ff/ff/ff\x07", "ä"]:
    put("keys", key)
END

# A crash of Swift ends the process at once: its backtraces can hang under the sanitizer.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
# Whether an input that has taken longer than a second takes as long of a processor, too: others may have been at work.
is_slow() {
  local TIMEFORMAT=%U used
  used=$({ time FASCIA_FUZZ=$1 "$out/texts" "$2" >/dev/null 2>&1; } 2>&1)
  [ "${used%.*}" -ge 1 ]
}
status=0
for target in "${targets[@]}"; do
  slow=''
  rm -f "$out/$target"-slow-unit-*
  if FASCIA_FUZZ=$target "$out/texts" -max_total_time="$seconds" -timeout=60 -report_slow_units=1 -rss_limit_mb=2048 \
    -max_len=16384 -dict=$here/texts.dict -print_final_stats=1 -reload=0 -artifact_prefix="$out/$target-" "$corpus/$target" \
    >"$out/$target.log" 2>&1; then
    for input in "$out/$target"-slow-unit-*; do [ ! -e "$input" ] || ! is_slow "$target" "$input" || slow=$input; done
  else
    slow=failed
  fi
  if [ -z "$slow" ]; then
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$out/$target.log")
    edges=$(sed -n 's/^#[0-9]*[[:space:]]*DONE *cov: \([0-9]*\).*/\1/p' "$out/$target.log")
    echo "$target: $runs runs, $edges edges, nothing found"
  else
    status=1
    grep -v -E '^#[0-9]+|^"|Recommended|recommended' "$out/$target.log" | head -n 60 >&2 || true
    input=$(sed -n 's/.*Test unit written to //p' "$out/$target.log" | tail -n 1)
    echo "$target: FAILED; repeat it with: FASCIA_FUZZ=$target $out/texts ${input:-(no input is kept)}" >&2
    echo "Once it is fixed, make the input a test." >&2
  fi
done
exit $status
