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
import { resumeExtractions } from './features/archives/jobs.ts'
import { saveHead } from './features/audit/head-file.ts'
import { endInterruptedRuns } from './features/directories/jobs.ts'
import { removeLeftovers, resumeJobs } from './features/files/jobs.ts'
import { resumeImports } from './features/imports/jobs.ts'
import { registerNode } from './features/sites/presence.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
import { explainListenError, requireListenable, urlsOf } from './http/listen.ts'
import { trimMemoryAtRest } from './trim-memory.ts'
import { startupWarnings } from './warnings.ts'

/** For running jobs and for closing. */
const STOP_MS = 7 * SECOND

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const log = createLog(config.logLevel)
  for (const warning of environmentWarnings(config)) log.warn(warning)
  const running = startServer(config, log)
  stopOnSignal(config, log, running)
  const { runtime } = await running
  trimMemoryAtRest()
  warnIfBucketUnreachable(runtime, log)
  for (const warning of await startupWarnings(runtime.ctx)) log.warn(warning)
  // The nightly job does the same, so a failure here must not end the server.
  await runInBackground(() => removeLeftovers(runtime.ctx)).catch((err) =>
    log.warn({ err }, 'cleanup at start failed; it runs again tonight'),
  )
}

/** Only warns: a store that is unreachable for a while must not prevent the start. */
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
  readonly runtime: Runtime
  close(): Promise<void>
}

/** Opens the runtime, listens and prints the address; closes everything if that fails. */
async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const runtime = await boot({
    config,
    log,
    onLost: (error) => die(error),
    beforeOpen: () => requireListenable(config),
    onJoin: (pool, secrets) => saveHead(pool, { config, secrets }),
  })
  const shutdown = new GracefulShutdown()
  const app = createApp(runtime.ctx, shutdown)
  const closeNow = async () => {
    await app.close()
    await runtime.jobs.stop()
    await runtime.close()
  }
  const close = async () => {
    const { drainSeconds, finishSeconds } = config
    await shutdown.shutDown(app.server, { drainMs: drainSeconds * 1000, finishMs: finishSeconds * 1000 })
    await closeNow()
  }
  try {
    await registerNode(runtime.ctx)
    const first = await ensureAdmin(runtime.ctx, runtime.exclusive)
    await runtime.jobs.start(jobQueues(runtime.ctx))
    // Before the first request, as a running copy must not be resumed. Copies of other servers continue there.
    if (runtime.exclusive) {
      await resumeJobs(runtime.ctx)
      await resumeExtractions(runtime.ctx)
      await resumeImports(runtime.ctx)
      await endInterruptedRuns(runtime.ctx)
    }
    await runtime.openToCluster()
    await listen(app, config)
    const [address = '', ...others] = config.publicOrigin
      ? [config.publicOrigin]
      : urlsOf(config, app.server.address())
    console.log(`Clouddisk is ready at ${address}${BASE_PATH}`)
    for (const other of others) console.log(`On the network: ${other}${BASE_PATH}`)
    if (first) {
      console.log(initialPasswordMessage(first.password))
      await first.shown()
    } else if (await isUnused(runtime.ctx)) console.log(UNUSED_MESSAGE)
    if (config.openBrowser) execFile('xdg-open', [address + BASE_PATH], () => undefined)
    return { runtime, close }
  } catch (error) {
    await closeNow()
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

/** Set once the process is stopping; later failures follow from that. */
let stopping = false

/** Stops gracefully on a signal or when the parent process is gone, by default within ten seconds. */
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
