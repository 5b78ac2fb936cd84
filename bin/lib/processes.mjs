import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stopWithParent } from './parent.mjs'
import { packages, root, tools } from './paths.mjs'

/** An expected failure; only its message is printed. */
export class Failure extends Error {}

const REQUIRED_NODE = 24
// The server stops within ten seconds; then it is killed.
const GRACE_MS = 10_000

const children = new Set()
/** The signal that ends this process. */
let stopping

/** A Node that runs TypeScript: this one if it is new enough, else the one in node_modules. */
export function node() {
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_NODE) return process.execPath
  const packaged = join(tools, 'node')
  if (existsSync(packaged)) return packaged
  throw new Failure(
    `Clouddisk needs Node ${REQUIRED_NODE}: this is ${process.version}, and the packages include none for ` +
      `${process.platform}-${process.arch}. Install Node ${REQUIRED_NODE} and try again.`,
  )
}

const environment = (extra) => ({
  ...process.env,
  PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
  // Halves the time of later starts.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(packages, '.cache', 'node'),
  ...extra,
})

/**
 * Runs a program; a bare name may be a tool of node_modules. Resolves with its exit code, 128 + n after signal n. `guarded`
 * opens an IPC channel; the program stops when it closes, however this process ends.
 */
export function run(program, args, { cwd = root, env = {}, guarded = false, capture = false } = {}) {
  if (stopping) return new Promise(() => {})
  const path = program.includes('/') || !existsSync(join(tools, program)) ? program : join(tools, program)
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit']
  const child = spawn(path, args, {
    cwd,
    env: environment(env),
    stdio: guarded ? [...stdio, 'ipc'] : stdio,
  })
  children.add(child)
  const output = []
  child.stdout?.on('data', (chunk) => output.push(chunk))
  child.stderr?.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      children.delete(child)
      reject(new Failure(`${program} could not be run: ${error.message}`))
    })
    // A child that stops because its channel closed emits no `close`.
    child.once(capture ? 'close' : 'exit', (code, signal) => {
      children.delete(child)
      const exit = code ?? 128 + (signalNumbers[signal] ?? 0)
      // A server that stops on request succeeds; interrupted work fails.
      if (stopping && children.size === 0) process.exit(guarded ? exit : 128 + signalNumbers[stopping])
      resolve(capture ? { code: exit, output: Buffer.concat(output).toString() } : exit)
    })
  })
}

export const runScript = (script, args, { nodeFlags = [], ...options } = {}) => {
  if (!existsSync(join(root, script))) throw new Failure(`${script} is missing.`)
  return run(node(), [...nodeFlags, join(root, script), ...args], options)
}

/**
 * The server takes less memory with these: young objects would take 128 MB instead of 32, and memory that threads have freed would
 * stay in as many places as there are threads, between what is in use. Processor time is the same.
 */
const SERVER_OPTIONS = {
  nodeFlags: ['--max-semi-space-size=16'],
  env: {
    MALLOC_ARENA_MAX: '2',
    // Without these glibc raises both thresholds to what has been freed, up to 32 and 64 MiB.
    MALLOC_MMAP_THRESHOLD_: '4194304',
    MALLOC_TRIM_THRESHOLD_: '4194304',
  },
}

/**
 * Replaces this process by the server, which stops when the parent process ends; so nothing of this one stays in memory. A
 * Node without `execve` (before 22.15) runs the server as a child process instead.
 */
export async function becomeServer() {
  const script = 'bin/lib/server.mjs'
  const args = [String(process.ppid)]
  const { nodeFlags, env } = SERVER_OPTIONS
  if (!process.execve) return runScript(script, args, { guarded: true, nodeFlags, env })
  process.chdir(root)
  const command = [node(), ...nodeFlags, join(root, script), ...args]
  const defined = Object.entries(environment(env)).filter(([, value]) => value !== undefined)
  process.execve(command[0], command, Object.fromEntries(defined))
}

/** Waits for the first of several programs, stops the others and returns the first exit code. */
export async function runTogether(runs) {
  const code = await Promise.race(runs)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(runs)
  return code
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Stops all children, then this process. */
function stop(signal) {
  if (stopping) return
  stopping = signal
  for (const child of children) {
    // A guarded child stops when its channel closes; the terminal's signal has reached it already.
    if (child.connected) child.disconnect()
    else child.kill(signal)
  }
  if (children.size === 0) process.exit(128 + signalNumbers[signal])
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, GRACE_MS).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

stopWithParent(process.ppid, () => stop('SIGTERM'))
