import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ConversionLimits } from './limits.ts'
import { protectionOfMachine, SEARCH_PATH } from './protection.ts'
import type { VisibleFolder } from './visible-files.ts'

/**
 * Starts a program for a file that may be hostile: in a process group, and namespaces where the machine has them, with an
 * empty environment, low priority and the limits that the system enforces for each process. Its end ends everything that
 * it started, and so does the end of the server, however that comes about.
 */

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Its working, home and temporary folder, and what it must not read. */
  readonly folder: VisibleFolder
}

export interface ConfinedProcess {
  /** 0 if it could not be started. */
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Kills it with everything that it started. */
  kill(): void
  /** Resolves when it and everything that it started is gone: its exit code, or null if it was killed or not started. */
  readonly ended: Promise<number | null>
}

/**
 * Sets the limits. The part in brackets waits for the end of the server at descriptor 3, whose other end only the server has,
 * and kills the group then. Where Linux shares the processor by session (autogroup), nice counts within a session only, and this is one
 * of its own: it gets its share by its session's nice.
 */
const SCRIPT = `(read -r _ <&3; kill -9 0) >/dev/null 2>&1 &
cpu=$1 data=$2 file=$3
shift 3
ulimit -c 0; ulimit -t "$cpu"; ulimit -d "$data"; ulimit -f "$file"; ulimit -n 256
{ echo 10 >/proc/self/autogroup; } 2>/dev/null
exec nice -n 10 "$@" 3<&-`

/** Units of `ulimit`. */
const KIB = 1024
const BLOCK = 512

/** What Node reserves without using it counts for the limit of a process, too. */
const RESERVED_BYTES = 640 * 1024 ** 2

export async function startConfined(command: Command, limits: ConversionLimits): Promise<ConfinedProcess> {
  const { wrap } = await protectionOfMachine()
  const { program, args, folder } = command
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      SCRIPT,
      'conversion',
      String(Math.max(1, Math.ceil(limits.cpuSeconds))),
      String(Math.ceil((limits.memoryBytes + (limits.reservedBytes ?? RESERVED_BYTES)) / KIB)),
      String(Math.ceil(limits.outputBytes / BLOCK)),
      ...wrap([program, ...args], folder),
    ],
    {
      cwd: folder.path,
      env: { PATH: SEARCH_PATH, HOME: folder.path, TMPDIR: folder.path, LANG: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // Its own session and process group.
      detached: true,
    },
  )
  const kill = () => killGroup(child)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => {
      kill()
      resolve(code)
    })
  })
  const { stdin, stdout, stderr } = child
  // Open for as long as this process lives.
  const alive = child.stdio[3] as Writable
  for (const stream of [stdin, alive]) stream.on('error', () => undefined)
  return { pid: child.pid ?? 0, stdin, stdout, stderr, kill, ended }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
