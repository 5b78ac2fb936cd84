#!/bin/sh
# Starts the client with the Node beside it.
here=$(dirname -- "$(readlink -f -- "$0")")
export CLOUDDISK_LAUNCHER="$here/clouddisk"
exec "$here/node" "$here/clouddisk.mjs" "$@"
