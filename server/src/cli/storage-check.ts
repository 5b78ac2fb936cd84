import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { bucketReasonText, bucketStepText } from '@clouddisk/contract/bucket-words'
import { formatSize } from '@clouddisk/contract/format'
import type { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import { instanceKeyPath } from '../config/secrets.ts'
import { s3ConfigOfBucket } from '../features/storage/buckets.ts'
import { testBucket } from '../features/storage/test-bucket.ts'
import type { CheckFinding } from '../objects/s3/check.ts'
import { CommandFailed, joinLines, language, printResult, unknownBucket } from './output.ts'
import { withContext } from './runtime.ts'

/** `storage check`: tests what the server needs of a bucket. */
export async function checkCommand(
  bucket: string | undefined,
  { origin }: { origin?: string },
  command: Command,
): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const name = bucket ?? config.s3?.bucket ?? DISK_BUCKET
  if (name === DISK_BUCKET) return checkDisk(command, config)
  if (name === config.s3?.bucket) {
    const { s3 } = config
    const origins = originsOf(config, origin)
    // Also works before the first start, and then creates nothing.
    const findings = existsSync(instanceKeyPath(config.dataDir))
      ? await withContext((ctx) => testBucket(ctx, s3, origins))
      : await testBucket(undefined, s3, origins)
    return printFindings(command, s3, findings)
  }
  await withContext(async (ctx) => {
    const s3 = s3ConfigOfBucket(ctx, name)
    if (!s3) throw unknownBucket(ctx.stores, name)
    printFindings(command, s3, await testBucket(ctx, s3, originsOf(config, origin)))
  })
}

function printFindings(
  command: Command,
  { endpoint, bucket }: { endpoint: string; bucket: string },
  findings: readonly CheckFinding[],
): void {
  const explained = findings.map((finding) => ({ ...finding, ...(says(finding) && { says: says(finding) }) }))
  printResult(
    command,
    { store: 's3', endpoint, bucket, findings: explained },
    joinLines(`${endpoint}, bucket ${bucket}`, ...findingLines(findings)),
  )
  if (findings.some(({ outcome }) => outcome === 'wrong')) process.exitCode = 1
}

async function checkDisk(command: Command, { dataDir: folder }: Config): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(() => {
    throw new CommandFailed(
      `There is no Clouddisk in ${folder} yet. Start the server once, or set CLOUDDISK_DATA.`,
    )
  })
  const free = bavail * bsize
  printResult(
    command,
    { store: 'disk', folder, free },
    `Content is stored in ${folder}: ${formatSize(free)} free.`,
  )
}

/** Origins of the page for the store's CORS rules. */
export function originsOf({ publicOrigin, port }: Config, option: string | undefined): string[] {
  const origin = option ?? publicOrigin
  return origin ? [origin] : [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
}

const OUTCOMES: Record<CheckFinding['outcome'], string> = { fine: 'ok', repaired: 'set up', wrong: 'FAILED' }

const says = ({ reason, details }: CheckFinding): string | undefined =>
  reason && bucketReasonText(reason, language, details)

export const findingLines = (findings: readonly CheckFinding[]): string[] =>
  findings.map((finding) => {
    const why = says(finding)
    return `${OUTCOMES[finding.outcome].padEnd(7)}${bucketStepText(finding.step, language)}${why ? `: ${why}` : ''}`
  })
