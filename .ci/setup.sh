#!/usr/bin/env bash
# Makes the virtual environment and looks after system packages. Called by the Makefile:
#   setup.sh venv DIR     environment in DIR with the project installed editable, as it takes to play
#   setup.sh tools DIR    and what it takes to test it
#   setup.sh system WHAT  what `play` or `test` needs of the system
# BULLET in the environment: `compile` to have pybullet where there is no ready package of it, `none` to do without it.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/sbin:/sbin"

# library the loader must find, or command -> Debian package that has it
PLAY_NEEDS="libEGL.so.1=libegl1 libGL.so.1=libgl1 libfontconfig.so.1=libfontconfig1"
TEST_NEEDS="$PLAY_NEEDS xvfb-run=xvfb xauth=xauth xdotool=xdotool" # the tests open a window where nobody sees it

say() { echo "glassjaw set-up: $*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }
root_on_debian() { [ "$(id -u)" = 0 ] && have apt-get; }

# Installs Debian packages where that is allowed; otherwise says how and gives up.
packages() {
    if root_on_debian; then
        say "installing $*"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
    else
        say "missing: $*"
        say "install with: sudo apt-get install -y $*   (names are Debian's and Ubuntu's)"
        exit 1
    fi
}

system() {
    [ "$(uname -s)" = Linux ] || return 0
    local needs="$TEST_NEEDS" missing=()
    [ "$1" = play ] && needs="$PLAY_NEEDS"
    for need in $needs; do
        ldconfig -p | grep -F "${need%%=*}" >/dev/null || have "${need%%=*}" || missing+=("${need##*=}")
    done
    [ ${#missing[@]} -eq 0 ] || packages "${missing[@]}"
}

new_enough() { have "$1" && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Without uv: 3.11 first, because pybullet has ready packages for it and for nothing later.
python_for_venv() {
    for python in python3.11 python3; do
        new_enough "$python" && echo "$python" && return 0
    done
    return 1
}

# Nothing is compiled that nobody asked for: MuJoCo has ready packages for every Python from 3.11 on.
bullet_with() {
    local python="$1"
    case "${BULLET:-}" in
        none) in_venv "$python" uninstall pybullet ;;
        compile)
            "$python" -c 'import pybullet' >/dev/null 2>&1 && return 0
            say "compiling pybullet, which takes about ten minutes"
            have c++ || have g++ || packages g++ python3-dev
            in_venv "$python" install 'pybullet>=3.2.6,<4'
            ;;
        "")
            "$python" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("pybullet") is None)' ||
                say "no ready package of pybullet for this Python: the engine is MuJoCo (make setup BULLET=compile for both)"
            ;;
        *) say "BULLET is compile or none, not $BULLET"; exit 2 ;;
    esac
}

# pip's words, by uv where that is there.
in_venv() {
    local python="$1" what="$2"
    shift 2
    if have uv; then
        uv pip "$what" --quiet --python "$python" "$@"
    elif [ "$what" = uninstall ]; then
        "$python" -m pip uninstall --quiet --yes "$@"
    else
        "$python" -m pip "$what" --quiet --no-compile "$@" # what is imported is compiled then, and nothing else
    fi
}

make_venv() {
    local dir="$1" python
    if "$dir/bin/python" -c '' >/dev/null 2>&1; then return 0; fi
    if [ -e "$dir" ] && [ ! -e "$dir/pyvenv.cfg" ]; then
        say "$dir is there already and is no virtual environment"
        exit 1
    fi
    rm -rf "$dir"
    if have uv; then
        uv venv --quiet --python 3.11 "$dir" || uv venv --quiet --python '>=3.11' "$dir"
        return 0
    fi
    python_for_venv >/dev/null || packages python3 python3-venv
    python="$(python_for_venv)" || { say "needs Python 3.11 or later, and found none"; exit 1; }
    "$python" -c 'import ensurepip' 2>/dev/null || packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    "$python" -m venv "$dir"
}

venv() {
    local dir="$1"
    make_venv "$dir"
    say "installing into $dir"
    in_venv "$dir/bin/python" install -e '.[play]'
    bullet_with "$dir/bin/python"
}

tools() {
    local dir="$1"
    say "installing what tests need into $dir"
    in_venv "$dir/bin/python" install -e '.[dev]'
    bullet_with "$dir/bin/python"
}

case "${1:-}" in
    venv) venv "$2" ;;
    tools) tools "$2" ;;
    system) system "$2" ;;
    *) say "usage: setup.sh venv DIR | tools DIR | system play | system test"; exit 2 ;;
esac
