import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path/posix'
import { parentPort } from 'node:worker_threads'
import { unpackParts } from '../parts.ts'
import { Detector, type Part } from './detect.ts'
import type { DetectRequest, DetectResponse } from './detector-thread.ts'

/** The thread of DetectorThread. */

yieldToCalls()

let compiled: { version: string; detector: Detector } | undefined

parentPort?.on('message', (request: DetectRequest) => {
  parentPort?.postMessage(respond(request))
})

function respond({ id, version, rules, parts, name }: DetectRequest): DetectResponse {
  try {
    if (compiled?.version !== version) compiled = { version, detector: new Detector(rules) }
    const read: Part[] = unpackParts(parts).map(({ path, text }) => ({
      path,
      name: path === '' ? name : basename(path),
      text,
    }))
    return { id, matches: compiled.detector.detect(read) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Calls of people go first. On Linux a thread has a priority of its own, by its id. */
function yieldToCalls(): void {
  try {
    const threadId = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(threadId, constants.priority.PRIORITY_LOW)
  } catch {
    // Another system, which has no such threads.
  }
}
