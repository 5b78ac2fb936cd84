import { Crowd } from './crowd.ts'
import { nginxTasks } from './nginx.ts'
import { Product } from './product.ts'
import type { Question, Reply } from './protocol.ts'
import { Wire } from './wire.ts'

/** A load process: told which side and where, it does what it is asked, one task after the other. */

/** The largest number of concurrent calls of any scene. */
const CONNECTIONS = 50

const [, , side = '', origin = ''] = process.argv
const wire = (to: string) => new Wire(to, CONNECTIONS)
const SIDES: Record<string, () => unknown> = {
  nginx: () => nginxTasks(wire(origin), origin),
  product: () => new Product(origin, wire),
  crowd: () => new Crowd(origin, wire),
  // Its library comes with a thousand files that nobody else needs.
  bucket: async () => (await import('./bucket.ts')).bucketTasks(),
}
const tasks = (await SIDES[side]?.()) as Record<string, (input: unknown) => Promise<unknown>>

process.on('message', async ({ id, task, input }: Question) => {
  const reply: Reply = await Promise.resolve(tasks[task]?.(input)).then(
    (output) => ({ id, output }),
    (error) => ({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  process.send?.(reply)
})
process.on('disconnect', () => process.exit(0))
