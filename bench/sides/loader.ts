import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answers, BucketTasks, CrowdTasks, NginxTasks, ProductTasks, Reply } from '../load/protocol.ts'
import { stop } from './processes.ts'

const PROGRAM = fileURLToPath(new URL('../load/main.ts', import.meta.url))

export interface Loader<T> {
  readonly ask: Answers<T>
  close(): Promise<void>
}

/** A load process for one side; its answers are the same functions, here. */
export const loadNginx = (origin: string): Loader<NginxTasks> => load('nginx', origin)
export const loadProduct = (origin: string): Loader<ProductTasks> => load('product', origin)
export const loadCrowd = (origin: string): Loader<CrowdTasks> => load('crowd', origin)
export const loadBucket = (endpoint: string): Loader<BucketTasks> => load('bucket', endpoint)

function load<T extends object>(side: string, origin: string): Loader<T> {
  const child = fork(PROGRAM, [side, origin])
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  child.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) asked?.reject(new Error(`${side}: ${reply.error}`))
    else asked?.resolve(reply.output)
  })
  child.on('exit', (code) => {
    for (const asked of waiting.values())
      asked.reject(new Error(`the load process of ${side} ended with ${code}`))
  })
  const ask = (task: string) => (input: unknown) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++lastId, answer)
    child.send({ id: lastId, task, input })
    return answer.promise
  }
  return {
    ask: new Proxy({} as Answers<T>, { get: (_, task) => ask(String(task)) }),
    close: () => stop(child),
  }
}
