import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { packages, root, say, tools } from './paths.mjs'

/** Something went wrong that one line tells; no stack is of use. */
export class Failure extends Error {}

const WANTED_NODE = 24
// A graceful end takes the server at most ten seconds; what is still there then is ended.
const GRACE_MS = 10_000

const children = new Set()
/** The signal that ends us, once there was one. */
let stopping

/** The Node that runs TypeScript as it is: this one where it is new enough, else the one among the packages. */
export function node() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_NODE) return process.execPath
  const brought = join(tools, 'node')
  if (existsSync(brought)) return brought
  throw new Failure(
    `Clouddisk needs Node ${WANTED_NODE}: this is ${process.version}, and the packages include none for ` +
      `${process.platform}-${process.arch}. Install Node ${WANTED_NODE} and try again.`,
  )
}

const environment = (extra) => ({
  ...process.env,
  PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
  // Compiled code is kept between starts: a second start is twice as fast.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(packages, '.cache', 'node'),
  ...extra,
})

/**
 * Runs a program to its end; a bare name is one of the packages' tools. Answers its exit code, 128 + n after signal n.
 * `guarded` gives it a channel whose end tells it to stop, however this process ended.
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
    // A child that was told to stop by its channel never says `close`.
    child.once(capture ? 'close' : 'exit', (code, signal) => {
      children.delete(child)
      const exit = code ?? 128 + (signalNumbers[signal] ?? 0)
      // A server that was asked to stop and did is a success; a piece of work that was cut short is not.
      if (stopping && children.size === 0) process.exit(guarded ? exit : 128 + signalNumbers[stopping])
      resolve(capture ? { code: exit, output: Buffer.concat(output).toString() } : exit)
    })
  })
}

/**
 * Without these V8 lowers its limit for memory outside of its heap once a server has been idle for some seconds, and then
 * collects everything dozens of times for each GiB that is uploaded: three times the processor time.
 */
export const SERVER_NODE_FLAGS = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'))

/** Runs one of our TypeScript entry points. */
export const runScript = (script, args, { nodeFlags = [], ...options } = {}) => {
  if (!existsSync(join(root, script))) throw new Failure(`${script} is missing.`)
  return run(node(), [...nodeFlags, join(root, script), ...args], options)
}

/** Runs several until the first ends, ends the others, and answers the first one's exit code. */
export async function runTogether(runs) {
  const code = await Promise.race(runs)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(runs)
  return code
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Ends whatever runs, then this process. */
function stop(signal) {
  if (stopping) return
  stopping = signal
  for (const child of children) {
    // A guarded child takes the end of its channel for the wish to stop; a signal from the terminal reached it already.
    if (child.connected) child.disconnect()
    else child.kill(signal)
  }
  if (children.size === 0) process.exit(128 + signalNumbers[signal])
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, GRACE_MS).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

// npm killed outright sends no signal: the new parent tells.
const parent = process.ppid
setInterval(() => {
  if (process.ppid === parent) return
  say('The parent process has ended; stopping.')
  stop('SIGTERM')
}, 500).unref()
