import { Command } from 'commander'
import { jobQueues } from '../app.ts'
import type { Context } from '../context.ts'
import { CommandFailed, printResult, table } from './output.ts'
import { withContext } from './runtime.ts'

/** Recurring jobs, and running one now. */
export const jobCommand = (): Command =>
  new Command('job')
    .description('list recurring jobs, and run one now')
    .addCommand(new Command('list').description('list jobs and their schedules (cron, UTC)').action(list))
    .addCommand(
      new Command('run')
        .description('run a job now: on the server if it is running, otherwise here')
        .argument('<name>', 'as shown by `job list`')
        .action(run),
    )

const recurring = (ctx: Context) => jobQueues(ctx).filter((queue) => queue.cron !== undefined)

async function list(_options: unknown, command: Command): Promise<void> {
  const queues = await withContext(async (ctx) => recurring(ctx).map(({ name, cron }) => ({ name, cron })))
  printResult(
    command,
    queues,
    table(
      ['job', 'runs'],
      queues.map(({ name, cron }) => [name, cron ?? '']),
    ),
  )
}

async function run(name: string, _options: unknown, command: Command): Promise<void> {
  const where = await withContext(async (ctx, serverRuns) => {
    const queue = recurring(ctx).find((one) => one.name === name)
    if (!queue)
      throw new CommandFailed(
        OPTIONAL_JOBS.get(name) ?? `There is no job ${name}. \`job list\` shows all jobs.`,
      )
    // A running server runs the job, as it alone may change stored objects.
    if (serverRuns) await ctx.db.transact((tx) => ctx.jobs.send(tx, name, {}))
    else await queue.run({}, true)
    return serverRuns ? 'server' : 'here'
  })
  const done = where === 'here' ? `Finished ${name}.` : `Started ${name} on the server.`
  printResult(command, { name, where }, done)
}

/** Jobs that exist only with a setting, and what to say without it. */
const OPTIONAL_JOBS: ReadonlyMap<string, string> = new Map([
  [
    'repair-from-backup',
    'The job repair-from-backup needs CLOUDDISK_REPAIR_FROM: the folder or bucket of backups to repair damaged content from.',
  ],
])
