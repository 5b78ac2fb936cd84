import pg from 'pg'

/**
 * Loaded before the product (`--import`): ends the process with SIGKILL in place of the n-th statement that touches the
 * product's tables, counted from when it is armed.
 */

let left = Number(process.env.PROOF_KILL_AT ?? Number.POSITIVE_INFINITY)

process.on('message', (message: { arm?: number }) => {
  if (message.arm !== undefined) left = message.arm
})
// The channel alone keeps nothing running.
process.channel?.unref()

const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  if (touches(args[0]) && --left <= 0) process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(query, this, args)
} as typeof query

/** Not what the job queue does for itself. */
function touches(config: unknown): boolean {
  const text = typeof config === 'string' ? config : (config as { text?: string } | null)?.text
  return typeof text === 'string' && !/pgboss|pg_snapshot|^\s*(set|listen|show)\b/i.test(text)
}
