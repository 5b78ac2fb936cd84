import { statfs } from 'node:fs/promises'
import { formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { holdings } from '../features/storage/holdings.ts'
import type { Finding } from '../objects/s3/check.ts'
import { withGround } from './ground.ts'
import { answer, CommandFailed, linesOf, table } from './output.ts'
import { moveCommand, readRate, stopCommand } from './storage-move.ts'

export const storageCommand = (): Command =>
  new Command('storage')
    .description('where content lies')
    .addCommand(checkCommand())
    .addCommand(
      new Command('list')
        .description('buckets, and what they hold')
        .option('--json', 'answer as JSON')
        .action(list),
    )
    .addCommand(
      new Command('move')
        .description('move all content from one bucket to another while people work')
        .argument('<from>')
        .argument('<to>')
        .option('--rate <bytes>', 'at most so many bytes a second, such as 50M', readRate)
        .option('--json', 'answer as JSON')
        .action(moveCommand),
    )
    .addCommand(
      new Command('stop')
        .description('stop moving; what has been moved stays moved')
        .option('--json', 'answer as JSON')
        .action(stopCommand),
    )

async function list(_options: unknown, command: Command): Promise<void> {
  const held = await withGround((ctx) => holdings(ctx))
  answer(
    command,
    held,
    table(
      ['bucket', 'driver', 'objects', 'bytes', ''],
      held.map(({ bucket, driver, objects, bytes, isHome }) => [
        bucket,
        driver,
        String(objects),
        formatSize(bytes),
        isHome ? 'what comes goes here' : '',
      ]),
    ),
  )
}

const checkCommand = (): Command =>
  new Command('check')
    .description('try what is needed of the store, let pages talk to it, and say what is wrong')
    .option('--json', 'answer as JSON')
    .option('--origin <origin>', 'where pages come from; CLOUDDISK_PUBLIC_URL unless said')
    .action(async ({ origin }: { origin?: string }, command: Command) => {
      const config = readConfig(process.env, process.cwd())
      if (!config.s3) return checkDisk(command, config)
      // Its library is large, and most do without.
      const { checkBucket } = await import('../objects/s3/check.ts')
      const findings = await checkBucket({ ...config.s3, origins: originsOf(config, origin) })
      const { endpoint, bucket } = config.s3
      answer(
        command,
        { store: 's3', endpoint, bucket, findings },
        linesOf(`${endpoint}, bucket ${bucket}`, ...findings.map(line)),
      )
      if (findings.some(({ outcome }) => outcome === 'wrong')) process.exitCode = 1
    })

async function checkDisk(command: Command, { dataDir: folder }: Config): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(() => {
    throw new CommandFailed(
      `There is nothing at ${folder} yet: start the server once, or set CLOUDDISK_DATA.`,
    )
  })
  const free = bavail * bsize
  answer(command, { store: 'disk', folder, free }, `Content lies below ${folder}: ${formatSize(free)} free.`)
}

/** Where pages come from that talk to the store; undefined where none do. On one machine people write either name. */
function originsOf({ s3, publicOrigin, port }: Config, given: string | undefined): string[] | undefined {
  if (s3?.uploads !== 'direct' && s3?.downloads !== 'presigned') return undefined
  const origin = given ?? publicOrigin
  return origin ? [origin] : [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
}

const NAMES: Record<Finding['step'], string> = {
  reach: 'reach the bucket',
  write: 'write an object',
  read: 'read from its middle',
  parts: 'upload in parts',
  overwrite: 'keep what is stored',
  cors: 'let pages in',
}
const OUTCOMES: Record<Finding['outcome'], string> = { fine: 'fine', mended: 'set up', wrong: 'WRONG' }

const line = ({ step, outcome, says }: Finding): string =>
  `${OUTCOMES[outcome].padEnd(7)}${NAMES[step]}${says ? `: ${says}` : ''}`
