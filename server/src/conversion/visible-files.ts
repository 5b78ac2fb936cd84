import { lstatSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What a conversion sees of the machine, with namespaces: programs and what they need to start, devices without hardware,
 * and its own folder. All else is missing, since files may name files of the machine to be embedded in what is made of them.
 */

const projectPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Those of them that this machine has. Of /etc no more than programs need: secrets of services lie there, too. */
const SHOWN = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store', '/proc'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/fonts'],
  ...['/etc/libreoffice', '/etc/passwd', '/etc/group', '/etc/nsswitch.conf', '/etc/localtime'],
  ...['/var/cache/fontconfig', '/var/lib/libreoffice', '/var/spool/libreoffice'],
  ...['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'],
  ...['node_modules', 'server', 'contract'].map(projectPath),
  process.execPath,
]

/** The folder that a process is started in, and where it finds it. */
export interface VisibleFolder {
  /** Its working folder. */
  readonly path: string
  /** Where the folder that it is started in appears: its working folder or one above. */
  readonly shownAt: string
  /** Folders and files that it must not see among what is shown of the machine. */
  readonly hidden: readonly string[]
}

/** Where the new root is put together. Nothing that is shown lies below. */
const ROOT = '/sys'

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** Fields of the table of `mount --all` are separated by blanks. */
const field = (path: string) =>
  path.replace(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)

function showMachine(): string {
  const folders = [`${ROOT}/etc`]
  const [links, files]: [string[], string[]] = [[], []]
  const mounts: string[] = []
  // Only root could change programs without a right that it gives up.
  const options = process.getuid?.() === 0 ? 'rbind,ro' : 'rbind'
  const shown: string[] = []
  for (const path of SHOWN) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || shown.some((above) => `${path}${sep}`.startsWith(`${above}${sep}`))) continue
    shown.push(path)
    folders.push(ROOT + (stat.isDirectory() ? path : dirname(path)))
    if (stat.isSymbolicLink()) links.push(path)
    else if (!stat.isDirectory()) files.push(`: > ${quote(ROOT + path)}`)
    if (stat.isSymbolicLink()) continue
    // Those of devices and processes have to be written to.
    const isProgram = !path.startsWith('/dev/') && path !== '/proc'
    mounts.push(`${field(path)} ${field(ROOT + path)} none ${isProgram ? options : 'rbind'} 0 0`)
  }
  // LibreOffice does not start without a place for its sockets in /tmp. First, since the project may lie below.
  return `mkdir ${ROOT}/tmp
mount -t tmpfs -o size=1m tmp ${ROOT}/tmp
mkdir -p ${[...new Set(folders)].map(quote).join(' ')}
${links.length === 0 ? '' : `cp -P --parents ${links.map(quote).join(' ')} ${ROOT}`}
${files.join('\n')}
printf '%s\\n' ${mounts.map(quote).join(' ')} > ${ROOT}/etc/fstab
mount --all --fstab ${ROOT}/etc/fstab`
}

/**
 * For the first process of the namespaces, with rights in them only, in the folder to show: puts the new root together, gives
 * up all rights and becomes the program. What is hidden is covered where it lies among what is shown. `mount -c` takes "."
 * for the folder itself, also where another mount covers its path.
 */
const script = () => `set -e
trap '[ $? = 0 ] || exit 125' EXIT
mount -t tmpfs -o size=4m,mode=755 conversion ${ROOT}
${showMachine()}
work=$1 at=${ROOT}$2 n=$3; shift 3
while [ "$n" -gt 0 ]; do
  if [ -d "${ROOT}$1" ]; then mount -t tmpfs -o size=64k hidden "${ROOT}$1"
  elif [ -e "${ROOT}$1" ]; then mount --bind /dev/null "${ROOT}$1"; fi
  shift; n=$((n - 1))
done
mkdir -p "$at"
mount -c --bind . "$at"
mount -o remount,bind,ro ${ROOT}
exec unshare --root=${ROOT} --wd="$work" setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"`

let made: string | undefined

/** The command that runs `command` so, as the first process of its namespaces. */
export function showingOnly(command: readonly string[], folder: VisibleFolder): string[] {
  made ??= script()
  const { path, shownAt, hidden } = folder
  return ['/bin/sh', '-c', made, 'conversion', path, shownAt, String(hidden.length), ...hidden, ...command]
}
