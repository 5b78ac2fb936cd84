import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { SECOND } from '@clouddisk/contract/time'
import type { Config } from '../config/config.ts'
import { showingOnly, type VisibleFolder } from './visible-files.ts'

/** How conversion processes are kept apart from the server on this machine; found out once, unless there is none. */
export interface Protection {
  /**
   * `namespaces`: own processes, no network, no files but programs and its folder, nothing survives the end. `group`: a
   * process group, with network and files.
   */
  readonly kind: 'namespaces' | 'group'
  /** The command that runs `command` so, started in the folder that it sees, with namespaces only, as `folder` says. */
  wrap(command: readonly string[], folder: VisibleFolder): readonly string[]
}

const NAMESPACES = ['--pid', '--net', '--ipc', '--uts', '--mount', '--mount-proc', '--fork', '--kill-child']

/** In order of preference: without rights of its own; as root where user namespaces are switched off. */
const CANDIDATES: readonly (readonly string[])[] = [
  ['unshare', '--user', '--map-root-user', ...NAMESPACES, '--'],
  ['unshare', ...NAMESPACES, '--'],
]

const TRIAL_MS = 5 * SECOND
const TRIED_AGAIN_MS = 60 * SECOND

let found: Promise<Protection> | undefined

export function protectionOfMachine(): Promise<Protection> {
  found ??= findProtection().then((protection) => {
    // A busy machine may have failed the trial for lack of time.
    if (protection.kind === 'group') setTimeout(() => (found = undefined), TRIED_AGAIN_MS).unref()
    return protection
  })
  return found
}

async function findProtection(): Promise<Protection> {
  for (const unshare of CANDIDATES) {
    const wrap: Protection['wrap'] = (command, folder) => [...unshare, ...showingOnly(command, folder)]
    if (await works(wrap)) return { kind: 'namespaces', wrap }
  }
  return { kind: 'group', wrap: (command) => command }
}

/** The trial must be the first process of its namespace. */
const works = (wrap: Protection['wrap']): Promise<boolean> =>
  new Promise((resolve) => {
    const cwd = tmpdir()
    const [command = '', ...args] = wrap(['sh', '-c', 'echo $$'], { path: cwd, shownAt: cwd, hidden: [] })
    execFile(command, args, { cwd, timeout: TRIAL_MS }, (error, stdout) =>
      resolve(!error && stdout.trim() === '1'),
    )
  })

/** Undefined if conversions are isolated, or switched off. */
export async function protectionWarning({
  conversions,
}: Pick<Config, 'conversions'>): Promise<string | undefined> {
  if (conversions === 0 || (await protectionOfMachine()).kind === 'namespaces') return undefined
  return 'previews are made without isolation from the network and the data directory: this machine permits no namespaces (`unshare`). See docs/operating, or set CLOUDDISK_CONVERSIONS=0.'
}

/** The path of a program on this machine; undefined if it is not installed. Found out once for each name. */
export function programPath(name: string): Promise<string | undefined> {
  const known = programs.get(name)
  if (known) return known
  const looking = new Promise<string | undefined>((resolve) => {
    const options = { timeout: TRIAL_MS, env: { PATH: SEARCH_PATH } }
    execFile('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', name], options, (error, stdout) =>
      resolve(error ? undefined : stdout.trim() || undefined),
    )
  })
  programs.set(name, looking)
  return looking
}

const programs = new Map<string, Promise<string | undefined>>()

/** Where programs are looked for, whatever the server's own environment says. */
export const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
