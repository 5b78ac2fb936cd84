import { SECOND } from '@clouddisk/contract/time'
import './config/threads.ts'
import { execFile } from 'node:child_process'
import { BASE_PATH } from '@clouddisk/contract/route'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp, jobQueues } from './app.ts'
import { boot, createLog, type Runtime } from './boot.ts'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { environmentWarnings } from './config/deprecated.ts'
import { runInBackground } from './db/database.ts'
import { ensureAdmin, isUnused } from './features/accounts/first-admin.ts'
import { saveHead } from './features/audit/head-file.ts'
import { removeLeftovers, resumeJobs } from './features/files/jobs.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
import { explainListenError, requireListenable, urlsOf } from './http/listen.ts'
import { startupWarnings } from './warnings.ts'

/** Starts the product: one process that serves the page, the calls and the objects. */

/** For jobs that run, and for what is closed behind them. */
const STOP_MS = 7 * SECOND

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const log = createLog(config.logLevel)
  for (const warning of environmentWarnings(config)) log.warn(warning)
  const running = startServer(config, log)
  stopOnSignal(config, log, running)
  const { ground } = await running
  warnIfBucketUnreachable(ground, log)
  for (const warning of await startupWarnings(ground.ctx)) log.warn(warning)
  // Only tidying: the nightly run does the same, and a fault here must not end a server that serves.
  await runInBackground(() => removeLeftovers(ground.ctx)).catch((err) =>
    log.warn({ err }, 'cleanup at start failed; it runs again tonight'),
  )
}

/** Such as wrong keys; the server starts all the same, as a store that is away for a while must not keep it from that. */
function warnIfBucketUnreachable({ ctx }: Runtime, log: Logger): void {
  const { home } = ctx.stores
  home.check().catch((error: unknown) => {
    const says = error instanceof Error ? error.message : String(error)
    log.warn(
      { bucket: home.bucket },
      `the bucket for new content cannot be used; run \`storage check\`. ${says}`,
    )
  })
}

interface RunningServer {
  readonly ground: Runtime
  close(): Promise<void>
}

/** Opens the ground, listens, and says so; what it opened is closed again where that fails. */
async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const ground = await boot({
    config,
    log,
    onLost: (error) => die(error),
    beforeOpen: () => requireListenable(config),
    onJoin: (pool, secrets) => saveHead(pool, { config, secrets }),
  })
  const shutdown = new GracefulShutdown()
  const app = createApp(ground.ctx, shutdown)
  const close = async () => {
    const { drainSeconds, finishSeconds } = config
    await shutdown.shutDown(app.server, { drainMs: drainSeconds * 1000, finishMs: finishSeconds * 1000 })
    await app.close()
    await ground.jobs.stop()
    await ground.close()
  }
  try {
    const first = await ensureAdmin(ground.ctx, ground.exclusive)
    await ground.jobs.start(jobQueues(ground.ctx))
    // Before anybody can begin a copy: one that runs already must not be started again. Another server's go on there.
    if (ground.exclusive) await resumeJobs(ground.ctx)
    await ground.openToCluster()
    await listen(app, config)
    const [address = '', ...others] = config.publicOrigin
      ? [config.publicOrigin]
      : urlsOf(config, app.server.address())
    console.log(`Clouddisk is ready at ${address}${BASE_PATH}`)
    for (const other of others) console.log(`On the network: ${other}${BASE_PATH}`)
    if (first) {
      console.log(initialPasswordMessage(first.password))
      await first.shown()
    } else if (await isUnused(ground.ctx)) console.log(UNUSED_MESSAGE)
    if (config.openBrowser) execFile('xdg-open', [address + BASE_PATH], () => undefined)
    return { ground, close }
  } catch (error) {
    await app.close()
    await ground.jobs.stop()
    await ground.close()
    throw error
  }
}

const initialPasswordMessage = (password: string): string =>
  `Sign in as admin with this password, shown only now: ${password}`

const UNUSED_MESSAGE =
  'Nobody has signed in yet: sign in as admin. If its password is lost: npm run --silent cli -- user passwd admin'

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port }).catch((error) => {
    throw explainListenError(error, { host, port })
  })
}

/** Whether this process is ending: what fails then fails because of that. */
let stopping = false

/** Ends gracefully, within ten seconds unless it is set otherwise, once, whoever asks and however early: a signal, or a parent that is gone. */
function stopOnSignal(config: Config, log: Logger, running: Promise<RunningServer>): void {
  const stopMs = (config.drainSeconds + config.finishSeconds) * 1000 + STOP_MS
  const stop = async (why: string) => {
    if (stopping) return
    stopping = true
    log.info(`stopping (${why})`)
    setTimeout(() => process.exit(1), stopMs).unref()
    try {
      await (await running).close()
      log.info('stopped')
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    }
  }
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, () => stop(event))
}

function die(error: unknown): never {
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

main().catch((error) => {
  if (!stopping) die(error)
})
