# Builds the engine the way OpenBench wants it: `make EXE=path` puts the program there, and `path bench` ends
# with a line `<nodes> nodes <speed> nps`. `make web` builds the board in the browser and serves it on this machine. For
# everything else there is Cargo.
#
#     make EXE=fukumi-new
#     make web
#
# PROFILE names another profile of Cargo.toml: quick builds faster, for checks.

EXE ?= fukumi
CARGO ?= cargo
CARGO_TARGET_DIR ?= target
PROFILE ?= release

RUSTFLAGS ?= -Ctarget-cpu=native
export RUSTFLAGS

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

# Cargo knows what has to be built again; a name of its own keeps Make from deciding that.
.PHONY: all
all:
	$(CARGO) build --profile $(PROFILE) --locked --bin fukumi --target-dir "$(CARGO_TARGET_DIR)"
	cp "$(CARGO_TARGET_DIR)/$(PROFILE)/fukumi$(SUFFIX)" "$(EXE:$(SUFFIX)=)$(SUFFIX)"

.PHONY: web
web:
	scripts/web
