import { basename } from 'node:path/posix'
import { parentPort } from 'node:worker_threads'
import { unpackParts } from '../parts.ts'
import { Detector, type Part } from './detect.ts'
import type { DetectRequest, DetectResponse } from './detector-thread.ts'

/** The thread of DetectorThread. */

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
