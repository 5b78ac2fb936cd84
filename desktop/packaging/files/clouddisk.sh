#!/bin/sh
# Starts the client with the Node beside it. Certificates that the system trusts count too.
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node" --use-system-ca "$here/clouddisk.mjs" "$@"
