#!/bin/sh
# Checks the model of the claim protocol with spin, and that each fault which it names is found when it is put back.
set -eu
model=$(realpath "$(dirname "$0")/claims.pml")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

# check NAME [FAULT]: prints how many states were looked at and how many errors were found.
check() {
  spin ${2:+-D"$2"} -a "$model"
  ${CC:-clang} -O2 -DSAFETY -DVECTORSZ=2048 -DCOLLAPSE -o verify pan.c
  ./verify -m100000 >"$1.txt"
  errors=$(sed -n 's/.*errors: \([0-9]*\)$/\1/p' "$1.txt")
  states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$1.txt")
  echo "$1: $states states, errors: $errors"
  ! grep -q "search depth too small\|out of memory" "$1.txt"
}

check protocol
[ "$errors" = 0 ]
for fault in NAME_OF_CLAIMER RELEASE_KEEPS OTHERS_FORGOTTEN ENDS_WITH_ANSWER ANSWER_BY_THING ABANDONED; do
  check "$fault" "$fault"
  [ "$errors" != 0 ]
done
