import { join } from 'node:path'
import { counted } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { DISK_BUCKET } from '../config/parse.ts'
import { type FaultWithFiles, withAffectedFiles } from '../content/affected-files.ts'
import { examineUnverified } from '../content/unverified.ts'
import type { Context } from '../context.ts'
import { verifyAll } from '../features/audit/verify.ts'
import { type ConsistencyFault, checkFileConsistency } from '../features/files/doctor.ts'
import { foreignFiles } from '../objects/foreign.ts'
import { ENCRYPTED_FOLDER } from '../objects/layout.ts'
import { countUntracked, examineObjects, type UntrackedCount } from '../objects/scrub.ts'
import { startupWarnings } from '../warnings.ts'
import { faultLines, joinLines, printResult, quarantinedLine } from './output.ts'
import { withContext } from './runtime.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'check that the database, stored content, quotas and the audit log are consistent; `scrub` also reads content',
    )
    .action(async (_options, command: Command) => {
      const { faults, setAside, warnings, dataDir } = await withContext(async (ctx) => ({
        ...(await examine(ctx)),
        dataDir: ctx.config.dataDir,
        warnings: [...(await startupWarnings(ctx)), ...(await warningsOfForeign(ctx))],
      }))
      const verdict = faultLines(faults) || 'No problems found.'
      printResult(
        command,
        { faults, warnings, setAside },
        joinLines(verdict, ...warnings, quarantinedLine(setAside), `Checked: ${dataDir}`),
      )
      if (faults.length > 0) process.exitCode = 1
    })

/** All checks that need not read the stored bytes. */
export const examine = async (
  ctx: Context,
): Promise<{ faults: FaultWithFiles[]; setAside: UntrackedCount }> => ({
  faults: await withAffectedFiles(ctx, [
    ...(await checkFileConsistency(ctx.db.reader)),
    ...(await examineObjects(ctx.db.reader, ctx.stores)),
    ...(await examineUnverified(ctx)),
    ...(await examineLog(ctx)),
  ]),
  setAside: await countUntracked(ctx.stores),
})

/** Foreign files beside the content on the disk; only a warning, as they are never taken for content. */
async function warningsOfForeign({ config, stores }: Context): Promise<string[]> {
  if (!stores.buckets.includes(DISK_BUCKET) || config.cluster) return []
  const objects = join(config.dataDir, 'objects')
  const found: string[] = []
  for (const folder of [objects, join(objects, ENCRYPTED_FOLDER)])
    for await (const path of foreignFiles(folder)) found.push(path)
  if (found.length === 0) return []
  const named = [...found.slice(0, MAX_LISTED_NAMES), ...(found.length > MAX_LISTED_NAMES ? ['…'] : [])]
  return [
    `Ignored ${counted(found.length, 'unknown file or folder', 'unknown files or folders')} among the content on disk: ${named.join(', ')}`,
  ]
}

const MAX_LISTED_NAMES = 5

const examineLog = async (ctx: Context): Promise<ConsistencyFault[]> =>
  (await verifyAll(ctx)).faults.map(({ seq, says }) => ({
    check: 'the audit log is intact',
    id: String(seq),
    says,
  }))
