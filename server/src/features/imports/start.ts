import type { Language } from '@clouddisk/contract/errors'
import type { queryImportFolder, startImport } from '@clouddisk/contract/imports'
import type { Input, Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import { audit } from '../../audit/record.ts'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { recordProgress } from './commit-files.ts'
import { IMPORT_QUEUE, type ImportInput } from './import-input.ts'
import { allowTry, countFailedTry } from './sign-in-tries.ts'
import { childPath, type SourceEntry, segmentsOf } from './sources/entry.ts'
import type { Credentials } from './sources/http-client.ts'
import { type ConfiguredSource, openSource, usableSource } from './sources.ts'

/** Looks into a source, and asks for an import. */

const LIST_MS = 60_000
const NAME_ORDER = new Intl.Collator('zh-CN', { numeric: true })
/** Waiting and running ones of one person. */
const OPEN_MAX = 5
const RETRY_SECONDS = 60

export async function browse(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryImportFolder>,
): Promise<Reply<typeof queryImportFolder>> {
  const source = await usableSource(ctx.db.reader, actor.personId, input.sourceId)
  const path = segmentsOf(input.path).join('/')
  const entries = await listAs(ctx, actor, source, path, credentialsOf(input))
  const files = entries.filter(({ kind }) => kind === 'file')
  return {
    folders: entries
      .filter(({ kind }) => kind === 'folder')
      .map(({ segment, name }) => ({ path: childPath(path, segment), name }))
      .sort((a, b) => NAME_ORDER.compare(a.name, b.name)),
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
  }
}

export const credentialsOf = ({
  account,
  password,
}: {
  readonly account?: string | undefined
  readonly password?: string | undefined
}): Credentials | undefined => (account ? { account, password: password ?? '' } : undefined)

export async function listOnce(
  ctx: Context,
  source: Pick<ConfiguredSource, 'kind' | 'address'>,
  path: string,
  credentials: Credentials | undefined,
): Promise<SourceEntry[]> {
  const opened = await openSource(ctx, source, credentials)
  const signal = AbortSignal.timeout(LIST_MS)
  try {
    return await opened.list(path, signal)
  } catch (error) {
    if (signal.aborted) return refuse('import_unreachable', { fault: 'silent' })
    throw error
  } finally {
    opened.close()
  }
}

async function listAs(
  ctx: Context,
  actor: Actor,
  source: ConfiguredSource,
  path: string,
  credentials: Credentials | undefined,
): Promise<SourceEntry[]> {
  allowTry(actor.personId)
  return listOnce(ctx, source, path, credentials).catch((error: unknown) => {
    countFailedTry(actor.personId, error)
    throw error
  })
}

/** Checks what can be checked at once, and creates the job. */
export async function start(
  ctx: Context,
  actor: Actor,
  input: Input<typeof startImport>,
  language: Language,
): Promise<Reply<typeof startImport>> {
  const { personId } = actor
  const source = await usableSource(ctx.db.reader, personId, input.sourceId)
  const path = segmentsOf(input.path).join('/')
  const folderId = await resolveFolderId(ctx.db.reader, actor, input.targeParentId)
  const target = await resolveWithPermission(ctx.db.reader, actor, folderId, 'upload')
  if (!target.isFolder) refuse('is_a_file')
  await requireNotHighInLink(ctx.db.reader, actor, target)
  const credentials = credentialsOf(input)
  await listAs(ctx, actor, source, path, credentials)
  const jobId = newId()
  return ctx.db.transact(async (tx) => {
    await requireSameAddress(tx, source)
    const before = await lockOpen(tx, personId, { sourceId: source.id, path, targetId: target.id })
    const importId = before?.id ?? newId()
    const values = {
      source_name: source.name,
      job_id: jobId,
      state: 'queued' as const,
      error: null,
      run: (before?.run ?? 0) + 1,
      account: credentials?.account ?? '',
      credentials: credentials ? seal(keyOf(ctx), importId, JSON.stringify(credentials)) : null,
      created_at: ctx.now(),
      ended_at: null,
    }
    if (before) await tx.updateTable('import').set(values).where('id', '=', importId).execute()
    else
      await tx
        .insertInto('import')
        .values({
          id: importId,
          person_id: personId,
          source_id: source.id,
          kind: source.kind,
          path,
          target_id: target.id,
          ...values,
        })
        .execute()
    const job: ImportInput = { importId, run: '', runs: 0, personId, language }
    await tx
      .insertInto('job')
      .values({
        id: jobId,
        kind: 'import',
        person_id: personId,
        target_id: target.id,
        input: JSON.stringify(job),
      })
      .execute()
    await recordProgress(tx, { jobId, personId })
    await audit(tx, {
      action: 'import.begun',
      object: { type: 'import', id: importId, name: source.name },
      detail: { path, targetId: target.id },
    })
    await ctx.jobs.send(tx, IMPORT_QUEUE, { jobId }, { key: jobId, group: personId })
    return { jobId, importId }
  })
}

/** The password is for this address alone. */
async function requireSameAddress(tx: Tx, { id, kind, address }: ConfiguredSource): Promise<void> {
  const now = await tx
    .selectFrom('import_source')
    .select(['kind', 'address'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (now?.kind !== kind || now.address !== address) refuseNotFound('importSource')
}

/** First key of the advisory locks; the second is a hash of the person. */
const IMPORTS_LOCK = 0x696d7074

/** The same import of before. Refuses while it runs, or while too many of the person do. */
async function lockOpen(
  tx: Tx,
  personId: string,
  { sourceId, path, targetId }: { sourceId: string; path: string; targetId: string },
): Promise<{ id: string; run: number } | undefined> {
  // Of calls at once each has to see the others' jobs.
  await sql`select pg_advisory_xact_lock(${IMPORTS_LOCK}::int, hashtext(${personId}))`.execute(tx)
  const imports = await tx
    .selectFrom('import')
    .select(['id', 'run', 'state', 'source_id', 'path', 'target_id'])
    .where('person_id', '=', personId)
    .execute()
  const open = imports.filter(({ state }) => state === 'queued' || state === 'running')
  const same = imports.find(
    (one) => one.source_id === sourceId && one.path === path && one.target_id === targetId,
  )
  if (same && open.includes(same)) refuse('import_running')
  if (open.length >= OPEN_MAX) refuse('too_many_calls', { retryAfter: RETRY_SECONDS })
  return same
}

const keyOf = ({ secrets }: Pick<Context, 'secrets'>) => secrets.subKey('import credentials')

/** Refuses where the source was removed or got another address; to be asked after the address was read. */
export async function unsealCredentials(
  ctx: Context,
  importId: string,
  sourceId: string,
): Promise<Credentials | undefined> {
  const row = await ctx.db.reader
    .selectFrom('import')
    .select('credentials')
    .where('id', '=', importId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (!row) return refuseNotFound('importSource')
  return row.credentials ? JSON.parse(unseal(keyOf(ctx), importId, row.credentials)) : undefined
}
