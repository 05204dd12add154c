# Builds, tests, demonstrates and installs Fascia. On Debian 12 the only prerequisite is Swift.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib/fascia
PLUGINDIR ?= $(LIBDIR)/plugins
INCLUDEDIR ?= $(PREFIX)/include
PLUGINKITDIR ?= $(PREFIX)/share/fascia/plugin-kit
SYSTEMUNITDIR ?= $(PREFIX)/lib/systemd/system
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
TMPFILESDIR ?= $(PREFIX)/lib/tmpfiles.d
BASHCOMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHCOMPLETIONDIR ?= $(PREFIX)/share/zsh/site-functions
FISHCOMPLETIONDIR ?= $(PREFIX)/share/fish/vendor_completions.d
MANDIR ?= $(PREFIX)/share/man
# Where Python finds modules: one directory for all versions in /usr, and one for each elsewhere.
PYTHONDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/python3,$(PREFIX)/lib/$(shell python3 -c \
  'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null || echo python3))/dist-packages

PROGRAMS := fasciad fascia
PLUGINS := neon ascii primary html linear svg
MANIFESTS := $(foreach plugin,$(PLUGINS),plugins/$(plugin)/$(plugin).json)
# What the authors of plugins in Swift build with.
PLUGIN_KIT := Package.swift $(addprefix Sources/,$(shell cd Sources && \
  find CFasciaPlugin FasciaPluginKit -name '*.h' -o -name '*.c' -o -name '*.swift'))
SYSTEM_UNITS := $(notdir $(wildcard systemd/system/*))
USER_UNITS := $(notdir $(wildcard systemd/user/*))

# The finished build that is installed.
BUILD_DIRECTORY ?= $(shell $(SWIFT) build -c release --show-bin-path)

BUILD_PACKAGES := libsystemd-dev libsqlite3-dev libyaml-dev
RUN_PACKAGES := $(BUILD_PACKAGES) socat
TEST_PACKAGES := $(RUN_PACKAGES) acl sqlite3 systemd dbus polkitd util-linux gdb tmux whiptail dialog zsh fish python3-venv openssh-client openssh-server mandoc \
  dpkg-dev lintian
DEB_PACKAGES := dpkg-dev
TORTURE_PACKAGES := $(TEST_PACKAGES) spin xfsprogs
BENCH_PACKAGES := $(BUILD_PACKAGES) redis-server systemd dbus mosquitto tmux whiptail
# The terminal emulator for the tests of frames, from PyPI.
PYTE := pyte==0.8.2 wcwidth==0.2.13
PYTE_PYTHON := .build/pyte/bin/python3

# Builds each module as a whole, without optimisation and debug information, which takes about a third less processor time than
# file by file, and a third of an optimised build. "swift build" alone has other options, and builds everything again.
FAST_BUILD := $(SWIFT) build -debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc $(shell nproc)

# run-tests NAME OPTION...: runs tests; their output is also in .build/tests-NAME.log. A test that waits for a process blocks a
# thread, and Swift has one thread for each processor, so no more tests run at once. Failures are repeated at the end of the
# output.
define run-tests
$(call start-tests,$(1),$(2)) || { $(call show-failures,$(1)); exit 1; }
endef
define start-tests
$(SWIFT) test --skip-build --ignore-lock --experimental-maximum-parallelization-width $(shell nproc) $(2) 2>&1 \
  | tee .build/tests-$(strip $(1)).log
endef
define show-failures
grep -hE '✘|error:' $(patsubst %,.build/tests-%.log,$(1)) | cut -c1-2000
endef
# They mostly wait for processes, and run beside the others, which mostly compute.
WAITING_TESTS := CommandLineTests\.|FasciaSystemdTests\.|ExampleTests\.
# Run separately: apps, pilots and clients need the threads of the test process, which other tests block.
APP_TESTS := AppTests\.|FasciaTestingTests\.|FasciaClientTests\.
# Run again with the release build, whose optimisation differs.
KILL_TESTS := CrashTests|DamagedStateTests|FaultTests

# Of these "make test" runs a part.
TORTURE_TESTS := CrashTests|NotificationFloodTests|DamagedStateTests|RealManagerTests|EmulatorTests|Random|DamageTests|TopicIndexTests|manyStartsInARow|LayoutTests|ReuseTests|FrameTests|TerminalReplayTests|ChangesFromAboveTests|PanelBudgetTests|EffectTests|TopicFilterTests|PackageTests

# What `.swift-format` applies to.
FORMATTED := Package.swift Sources Tests plugins plugin-kit/Package.swift

.PHONY: run run-plan format build-tests pictures test test-release test-deb fuzz torture build bench docs install install-files uninstall deb deps deps-build deps-run \
  deps-test deps-torture deps-bench deps-deb clean

build: deps-build
	$(SWIFT) build -c release
	install -m 644 $(MANIFESTS) "$$($(SWIFT) build -c release --show-bin-path)/"

# Shows the sample panel in a terminal; elsewhere prints it with a scripted session. Builds only the two programs that it
# starts, which "make test" needs, too.
run: run-plan deps-run
	$(FAST_BUILD) --product fasciad
	$(FAST_BUILD) --product fascia
	Sources/Examples/Box/run.sh "$$($(SWIFT) build --show-bin-path)"

# What the first build takes in minutes of one processor, as measured.
FIRST_BUILD_MINUTES := 5

run-plan:
	@if ! [ -x .build/debug/fascia ]; then \
	  echo "make run installs what is missing of the Debian packages $(RUN_PACKAGES), fetches the Swift packages of Package.resolved,"; \
	  echo "and builds two programs into .build, which takes about $$((($(FIRST_BUILD_MINUTES) + $$(nproc) - 1) / $$(nproc))) minutes with $$(nproc) processors the first time."; \
	  echo "Then it shows the sample panel. It installs nothing else, and the panel changes nothing before you switch something."; \
	fi

format:
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

# All that the tests need. "swift test --skip-build --filter NAME" runs some of them.
build-tests: deps-test
	$(FAST_BUILD) --build-tests

# Draws the pictures of the documentation again; that of the page only where Chromium is installed. A test fails while the
# others are out of date.
pictures: build-tests
	FASCIA_RECORD=1 $(SWIFT) test --skip-build --filter 'PictureTests|BrowserTests'

# Builds everything once, without optimisation, runs the README's example, and runs the tests. --build-tests also builds the
# programs and the plugin that the tests start.
test: deps-test $(PYTE_PYTHON)
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)
	$(FAST_BUILD) --build-tests
	Sources/Examples/Box/run.sh "$$($(SWIFT) build --show-bin-path)" </dev/null
	FASCIA_SEED=1 Tests/Fuzz/fuzz.sh 100000 "$$($(SWIFT) build --show-bin-path)"
	trap 'trap - INT TERM; kill 0' INT TERM; \
	( $(call start-tests,waiting,--filter '$(WAITING_TESTS)') ) & waiting=$$!; \
	( $(call start-tests,others,--skip '$(WAITING_TESTS)|$(APP_TESTS)') ); others=$$?; \
	wait $$waiting && [ $$others = 0 ] || { $(call show-failures,waiting others); exit 1; }
	$(call run-tests,apps,--filter '$(APP_TESTS)')

# What the optimizer may break: builds everything in release, and kills and damages that. Only "make build" makes a daemon
# that tests cannot kill.
test-release: deps-test $(PYTE_PYTHON)
	FASCIA_TESTING=1 $(SWIFT) build -c release
	$(FAST_BUILD) --build-tests
	Sources/Examples/Box/run.sh "$$($(SWIFT) build -c release --show-bin-path)" </dev/null
	FASCIA_BUILD_DIRECTORY=$$($(SWIFT) build -c release --show-bin-path) $(call run-tests,kills,--filter '$(KILL_TESTS)')

# Fuzzes what the daemon and the process of a plugin read of each other, and keeps what it finds. FASCIA_SEED=N repeats a run.
fuzz: deps-test
	$(FAST_BUILD) --product fasciad
	Tests/Fuzz/fuzz.sh 2000000 "$$($(SWIFT) build --show-bin-path)"

# Installs, upgrades and purges the packages on a Debian that debootstrap makes. Needs root and a network.
test-deb: PACKAGES := $(DEB_PACKAGES) debootstrap systemd-container
test-deb: deps-deb
	$(SWIFT) build -c release
	Tests/Deb/chroot.sh "$(BUILD_DIRECTORY)" "$${FASCIA_CHROOT:-/var/tmp/fascia-chroot}"

# Kills the daemon a thousand times at random moments, damages 200 states at random, flips switches of units 10,000 times, lets
# plugins misbehave that systemd has started, and prints tables of what was lost. Tries all that "make test" tries a part of,
# and every order of events of the claim protocol, in a model; fuzzes the texts that others send, and cuts the power of the daemon's
# disk. FASCIA_SEED=N repeats a run.
torture: deps-torture $(PYTE_PYTHON)
	Tests/Model/check.sh
	$(FAST_BUILD) --build-tests
	Tests/Fuzz/texts.sh "$${FASCIA_FUZZ_SECONDS:-720}" "$$($(SWIFT) build --show-bin-path)"
	FASCIA_TESTING=1 $(SWIFT) build -c release
	Tests/Power/power-loss.py "$$($(SWIFT) build -c release --show-bin-path)" 120 || [ $$? = 77 ]
	FASCIA_KILLS=$${FASCIA_KILLS:-1000} FASCIA_DAMAGES=$${FASCIA_DAMAGES:-200} FASCIA_FLIPS=$${FASCIA_FLIPS:-10000} \
	  FASCIA_ROUNDS=20 FASCIA_STOPS=20 FASCIA_TORTURE=1 FASCIA_FLOOD=$${FASCIA_FLOOD:-100000} FASCIA_SEEDS=$${FASCIA_SEEDS:-200} \
	  FASCIA_BUILD_DIRECTORY=$$($(SWIFT) build -c release --show-bin-path) \
	  $(call run-tests,torture,--filter '$(TORTURE_TESTS)')

bench: deps-bench
	$(SWIFT) build -c release
	"$$($(SWIFT) build -c release --show-bin-path)/fascia-bench"

# Writes docs/protocol.md from the definitions of the methods. A test compares the two.
docs: build-tests
	FASCIA_WRITE_DOCS=1 $(SWIFT) test --skip-build --filter ProtocolPageTests

$(PYTE_PYTHON): VENV := .build/pyte
$(PYTE_PYTHON): MODULES := $(PYTE)
# An incomplete environment is removed, so that the next run creates it again.
$(PYTE_PYTHON):
	rm -rf $(VENV) && python3 -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	$(VENV)/bin/pip install -q $(MODULES) || { rm -rf $(VENV); exit 1; }

install: build install-files

# What install-files needs of a build; "make run" does not build all of it.
BUILT := $(PROGRAMS) fascia-plugin-host fascia-manual $(PLUGINS:%=lib%.so)

# Shell functions: put MODE FILE PLACE [OPTION...] installs a file, stripped with the options, if any. A file that is in use is
# replaced as a whole: whoever runs it keeps the old one. The place of the toolchain, where whoever may write there could
# change what the daemon runs, gives way to the root directory in the paths of libraries.
define installing
toolchain=$$(ldd $(addprefix $(BUILD_DIRECTORY)/,$(PROGRAMS) $(PLUGINS:%=lib%.so)) \
  | sed -n 's|.* => \(/.*/lib/swift/[^/]*\)/.*\.so[^ ]* .*|\1|p' | sort -u); \
put() { \
  install -m $$1 "$$2" "$$3.new" || return; \
  [ $$# = 3 ] || strip "$${@:4}" "$$3.new" || return; \
  for place in $$toolchain; do LC_ALL=C sed -i "s|$$place\([:\x00]\)|$${place//?//}\1|g" "$$3.new" || return; done; \
  mv -f "$$3.new" "$$3"; \
}
endef

# The manual pages are written again only after a program or the documentation has changed: each command is asked for its help.
define installing-pages
pages=$(BUILD_DIRECTORY)/manual-pages; exec 9>$$pages.lock; flock 9; \
for source in $(addprefix $(BUILD_DIRECTORY)/,$(PROGRAMS) fascia-manual) CHANGELOG.md docs/*.md; do \
  [ $$pages/.written -nt $$source ] || rm -rf $$pages; \
done; \
[ -d $$pages ] || { $(BUILD_DIRECTORY)/fascia-manual $(BUILD_DIRECTORY) . $$pages && touch $$pages/.written; } || exit 1; \
for section in 1 5 7 8; do \
  install -d $(DESTDIR)$(MANDIR)/man$$section; \
  install -m 644 $$pages/man$$section/* $(DESTDIR)$(MANDIR)/man$$section/ || exit 1; \
done
endef

# Installs a finished build without compiling, so that another user than the builder can run it.
install-files:
	@for file in $(BUILT); do [ -e "$(BUILD_DIRECTORY)/$$file" ] || missing+=" $$file"; done; [ -z "$$missing" ] || \
	  { echo "make install-files installs a finished build, and $(BUILD_DIRECTORY) lacks$$missing: run \"make build\" first" >&2; exit 1; }
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(PLUGINDIR)
	$(installing); \
	for program in $(PROGRAMS); do put 755 $(BUILD_DIRECTORY)/$$program $(DESTDIR)$(BINDIR)/$$program -s || exit 1; done; \
	put 755 $(BUILD_DIRECTORY)/fascia-plugin-host $(DESTDIR)$(LIBDIR)/fascia-plugin-host -s || exit 1; \
	for plugin in $(PLUGINS); do \
	  put 755 $(BUILD_DIRECTORY)/lib$$plugin.so $(DESTDIR)$(PLUGINDIR)/$$plugin.so --strip-unneeded || exit 1; \
	done; \
	ldd $(addprefix $(BUILD_DIRECTORY)/,$(PROGRAMS) $(PLUGINS:%=lib%.so)) \
	  | sed -n 's|.* => \(/.*/lib/swift/.*\.so[^ ]*\) .*|\1|p' | sort -u | while read -r library; do \
	  put 644 $$library $(DESTDIR)$(LIBDIR)/$${library##*/} --strip-unneeded || exit 1; \
	done
	install -m 644 $(MANIFESTS) $(DESTDIR)$(PLUGINDIR)/
	install -D -m 644 Sources/CFasciaPlugin/include/fascia_plugin.h $(DESTDIR)$(INCLUDEDIR)/fascia_plugin.h
	for file in $(PLUGIN_KIT); do \
	  install -D -m 644 plugin-kit/$$file $(DESTDIR)$(PLUGINKITDIR)/$$file || exit 1; \
	done
	for kind in system user; do \
	  [ $$kind = system ] && units=$(DESTDIR)$(SYSTEMUNITDIR) || units=$(DESTDIR)$(USERUNITDIR); \
	  install -d $$units; \
	  for unit in $$(ls systemd/$$kind); do \
	    sed 's|@BINDIR@|$(BINDIR)|g; s|@LIBDIR@|$(LIBDIR)|g; s|@PLUGINDIR@|$(PLUGINDIR)|g' systemd/$$kind/$$unit \
	      >$$units/$$unit || exit 1; \
	    chmod 644 $$units/$$unit; \
	  done; \
	done
	install -D -m 644 systemd/sysusers.d/fascia.conf $(DESTDIR)$(SYSUSERSDIR)/fascia.conf
	install -D -m 644 systemd/tmpfiles.d/fascia.conf $(DESTDIR)$(TMPFILESDIR)/fascia.conf
	install -d $(DESTDIR)$(BASHCOMPLETIONDIR) $(DESTDIR)$(ZSHCOMPLETIONDIR) $(DESTDIR)$(FISHCOMPLETIONDIR)
	$(BUILD_DIRECTORY)/fascia --generate-completion-script bash | sed '1{/^#!/d}' >$(DESTDIR)$(BASHCOMPLETIONDIR)/fascia
	$(BUILD_DIRECTORY)/fascia --generate-completion-script zsh >$(DESTDIR)$(ZSHCOMPLETIONDIR)/_fascia
	$(BUILD_DIRECTORY)/fascia --generate-completion-script fish >$(DESTDIR)$(FISHCOMPLETIONDIR)/fascia.fish
	$(installing-pages)
	install -D -m 644 python/fascia.py $(DESTDIR)$(PYTHONDIR)/fascia.py

# Keeps the state in /var/lib/fascia, the panel files, and the users.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(PROGRAMS)) $(addprefix $(DESTDIR)$(PLUGINDIR)/,$(PLUGINS:%=%.so) $(PLUGINS:%=%.json))
	rm -f $(DESTDIR)$(LIBDIR)/*.so $(DESTDIR)$(LIBDIR)/fascia-plugin-host
	rm -f $(DESTDIR)$(INCLUDEDIR)/fascia_plugin.h
	rm -rf $(DESTDIR)$(PLUGINKITDIR)
	rm -f $(addprefix $(DESTDIR)$(SYSTEMUNITDIR)/,$(SYSTEM_UNITS)) $(addprefix $(DESTDIR)$(USERUNITDIR)/,$(USER_UNITS))
	rm -f $(DESTDIR)$(SYSUSERSDIR)/fascia.conf $(DESTDIR)$(TMPFILESDIR)/fascia.conf
	rm -f $(DESTDIR)$(BASHCOMPLETIONDIR)/fascia $(DESTDIR)$(ZSHCOMPLETIONDIR)/_fascia
	rm -f $(DESTDIR)$(FISHCOMPLETIONDIR)/fascia.fish
	rm -f $(DESTDIR)$(PYTHONDIR)/fascia.py
	rm -f $(foreach section,1 5 7 8,$(DESTDIR)$(MANDIR)/man$(section)/fascia*.$(section))
	-rmdir $(DESTDIR)$(PLUGINDIR) $(DESTDIR)$(LIBDIR)

# Makes Debian packages of a finished build, without compiling, and without a network where dpkg-dev is there.
DEB_DIRECTORY ?= .
deb: deps-deb
	deb/build.sh "$(BUILD_DIRECTORY)" "$(DEB_DIRECTORY)"

# Installs missing Debian packages and lists them.
deps: deps-test deps-bench
deps-build: PACKAGES := $(BUILD_PACKAGES)
deps-run: PACKAGES := $(RUN_PACKAGES)
deps-test: PACKAGES := $(TEST_PACKAGES)
deps-torture: PACKAGES := $(TORTURE_PACKAGES)
deps-bench: PACKAGES := $(BENCH_PACKAGES)
deps-deb: PACKAGES := $(DEB_PACKAGES)
deps-build deps-run deps-test deps-torture deps-bench deps-deb:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "$(SWIFT) is not here: install Swift 6.3 or later, https://swift.org/install" >&2; exit 1; }
	@command -v dpkg >/dev/null || \
	  { echo "This is no Debian: make sure that the like of these is there: $(PACKAGES)"; exit 0; }; \
	./install-packages.sh $(PACKAGES)

clean:
	$(SWIFT) package clean
