import { nginxTasks } from './nginx.ts'
import { Product } from './product.ts'
import type { Question, Reply } from './protocol.ts'
import { Wire } from './wire.ts'

/** A load process: told which side and where, it does what it is asked, one task after the other. */

const CONNECTIONS = 12

const [, , side = '', origin = ''] = process.argv
const wire = new Wire(origin, CONNECTIONS)
const tasks = (side === 'nginx' ? nginxTasks(wire, origin) : new Product(wire)) as unknown as Record<
  string,
  (input: unknown) => Promise<unknown>
>

process.on('message', async ({ id, task, input }: Question) => {
  const reply: Reply = await Promise.resolve(tasks[task]?.(input)).then(
    (output) => ({ id, output }),
    (error) => ({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  process.send?.(reply)
})
process.on('disconnect', () => process.exit(0))
