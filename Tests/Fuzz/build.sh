#!/usr/bin/env bash
# build.sh OUT BUILD: builds the fuzzers walk, host and answer in the directory OUT, with the compilers of the Swift toolchain.
# BUILD is the directory of a finished debug build.
set -euo pipefail
out=$(realpath "$1") build=$(realpath "$2")
cd "$(dirname "$0")/../.."

swiftc=${SWIFT:-swift}c
resources=$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
clang=$resources/../../bin/clang
headers=(-I Sources/CFasciaPlugin/include -I Sources/CPluginHost/include)
c=("$clang" -std=gnu11 -O2 -g -Wall -Wextra -Werror -fno-sanitize-recover=all "${headers[@]}")
program=(-fsanitize=fuzzer,address,undefined -fuse-ld=lld)

"${c[@]}" "${program[@]}" -o "$out/walk" Tests/Fuzz/{walk,lengths}.c Sources/CPluginHost/check.c

host=Sources/fascia-plugin-host
"${c[@]}" "${program[@]}" -I Tests/Fuzz -I $host -include host.h -o "$out/host" \
  Tests/Fuzz/{host,plugin}.c $host/{main,answer,canvas,control,plugin,renderer,styles,text}.c Sources/CPluginHost/check.c

# Only what reads answers is built for the fuzzer: as a module that looks like the whole one to what is shared with the tests.
parts=$out/answer.parts
rm -rf "$parts" && mkdir "$parts"
for source in Tests/Fuzz/lengths.c Sources/CPluginHost/check.c; do
  "${c[@]}" -fsanitize=fuzzer-no-link,address,undefined -c -o "$parts/$(basename "$source").o" "$source"
done
swift=("$swiftc" -swift-version 6 -package-name fascia -warnings-as-errors -O -g -wmo -parse-as-library -sanitize=fuzzer,address -use-ld=lld
  -I "$build/Modules")
for module in CFasciaPlugin CPluginHost CProcess; do
  swift+=(-Xcc "-fmodule-map-file=$build/$module.build/module.modulemap" -Xcc "-ISources/$module/include")
done
sources=Sources/FasciaPlugins
"${swift[@]}" -module-name FasciaPlugins -enable-testing -emit-module-path "$parts/FasciaPlugins.swiftmodule" \
  -emit-object -o "$parts/FasciaPlugins.o" \
  $sources/Isolated/{HostAnswer,HostFailure,RendererInput}.swift $sources/{CheckedCanvas,StyleAnswers,PluginError}.swift
"${swift[@]}" -module-name Answer -I "$parts" -o "$out/answer" \
  Tests/Fuzz/answer.swift Tests/FasciaPluginsTests/HostAnswer+Everything.swift "$parts"/*.o \
  "$build"/{FasciaDocument,FasciaModel,FasciaScene,FasciaRender}.build/*.o \
  "$build"/{DequeModule,OrderedCollections,InternalCollectionsUtilities,ContainersPreview}.build/*.o
