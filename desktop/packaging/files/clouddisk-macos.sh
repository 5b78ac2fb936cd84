#!/bin/sh
# Starts the client with the Node beside it.
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
export CLOUDDISK_LAUNCHER="$here/clouddisk"
exec "$here/node" --disable-warning=ExperimentalWarning "$here/../Resources/clouddisk.mjs" "$@"
