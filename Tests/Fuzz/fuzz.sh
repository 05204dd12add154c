#!/usr/bin/env bash
# fuzz.sh RUNS BUILD: fuzzes each target with that many inputs, beginning with its corpus, and prints how many edges of its
# program they have covered. BUILD is the directory of a finished debug build. FASCIA_SEED=N repeats a run.
set -euo pipefail
runs=$1 build=$(realpath "$2") seed=${FASCIA_SEED:-$((RANDOM + 1))}
here=$(cd "$(dirname "$0")" && pwd)
out=$build/fuzz
targets=(walk host answer)

mkdir -p "$out"
"$here/build.sh" "$out" "$build"

# A crash of Swift ends the process at once: its backtraces can hang under the sanitizer.
export SWIFT_BACKTRACE=enable=no
declare -A processes
for target in "${targets[@]}"; do
  rm -rf "$out/$target.new" && mkdir "$out/$target.new"
  # The seed repeats a run only with the same addresses, because libFuzzer tries the values that the program compares, and
  # without reloading the corpus. An input that takes 20 minutes counts as a hang.
  setarch --addr-no-randomize "$out/$target" -runs="$runs" -seed="$seed" -reload=0 -max_len=200000 -len_control=100 \
    -timeout=1200 -artifact_prefix="$out/$target-" "$out/$target.new" "$here/corpus/$target" >"$out/$target.log" 2>&1 &
  processes[$target]=$!
done

status=0
for target in "${targets[@]}"; do
  if wait "${processes[$target]}"; then
    edges=$(sed -n 's/^#[0-9]*[[:space:]]*DONE *cov: \([0-9]*\).*/\1/p' "$out/$target.log")
    echo "$target: $runs runs, $edges edges, nothing found"
  else
    status=1
    grep -v -E '^#[0-9]+' "$out/$target.log" | head -n 60 >&2 || true
    input=$(sed -n 's/.*Test unit written to //p' "$out/$target.log")
    echo "$target: FAILED with FASCIA_SEED=$seed; repeat it with: $out/$target ${input:-(no input is kept)}" >&2
    echo "Once it is fixed, put the input into $here/corpus/$target." >&2
  fi
done
exit $status
