import type {
  AdminImportSource,
  ImportSourceKind,
  queryAdminImportSources,
  saveImportSource,
  tryImportSource,
} from '@clouddisk/contract/imports'
import type { Input, Reply } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { checkedAddress } from './sources.ts'
import { credentialsOf, listOnce } from './start.ts'

/** Old drives as administrators configure them. */

const SOURCES_MAX = 50

export async function list(ctx: Context): Promise<Reply<typeof queryAdminImportSources>> {
  return { list: await sources(ctx.db.reader), folders: [...ctx.config.importFolders] }
}

async function sources(db: Reader, id?: string): Promise<AdminImportSource[]> {
  const rows = await db
    .selectFrom('import_source')
    .select(['id as sourceId', 'name', 'kind', 'address'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const people = await db
    .selectFrom('import_source_person as p')
    .innerJoin('person', 'person.id', 'p.person_id')
    .select(['p.source_id as sourceId', 'person.id as userId', 'person.real_name as name'])
    .where('person.status', '<>', 'removed')
    .orderBy('person.real_name')
    .execute()
  const bySource = Map.groupBy(people, ({ sourceId }) => sourceId)
  return rows.map((row) => ({
    ...row,
    people: (bySource.get(row.sourceId) ?? []).map(({ userId, name }) => ({ userId, name })),
  }))
}

export async function save(
  ctx: Context,
  { sourceId, kind, userIds = [], ...input }: Input<typeof saveImportSource>,
): Promise<AdminImportSource> {
  const name = input.name.trim()
  if (name === '') refuseField('name', 'name_empty')
  const address = checkedAddress(ctx, kind, input.address)
  if (sourceId !== undefined && !isId(sourceId)) refuseNotFound('importSource')
  return ctx.db.transact(async (tx) => {
    const id = sourceId ?? newId()
    if (sourceId === undefined) await insert(tx, { id, kind, name, address })
    else await change(tx, { id, kind, name, address })
    await savePeople(tx, id, kind === 'folder' ? userIds : [])
    await audit(tx, {
      action: 'importSource.saved',
      object: { type: 'import', id, name },
      detail: { kind, address, people: userIds.length },
    })
    return (await sources(tx, id))[0] ?? refuseNotFound('importSource')
  })
}

interface SourceValues {
  readonly id: string
  readonly kind: ImportSourceKind
  readonly name: string
  readonly address: string
}

async function change(tx: Tx, { id, ...values }: SourceValues): Promise<void> {
  const before = await tx
    .selectFrom('import_source')
    .select(['kind', 'address'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return refuseNotFound('importSource')
  await tx.updateTable('import_source').set(values).where('id', '=', id).execute()
  // Running imports end: their passwords are for the address of before.
  if (before.kind !== values.kind || before.address !== values.address)
    await tx.updateTable('import').set({ source_id: null }).where('source_id', '=', id).execute()
}

async function insert(tx: Tx, source: SourceValues): Promise<void> {
  const { count } = await tx
    .selectFrom('import_source')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= SOURCES_MAX) refuse('too_many_items', { limit: SOURCES_MAX })
  await tx.insertInto('import_source').values(source).execute()
}

async function savePeople(tx: Tx, sourceId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('import_source_person').where('source_id', '=', sourceId).execute()
  if (userIds.length === 0) return
  if (!userIds.every(isId)) refuseNotFound('user')
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))]
  const people = await tx
    .selectFrom('person')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '<>', 'removed')
    .execute()
  if (people.length !== ids.length) refuseNotFound('user')
  await tx
    .insertInto('import_source_person')
    .values(ids.map((person_id) => ({ source_id: sourceId, person_id })))
    .execute()
}

export async function remove(ctx: Context, sourceId: string): Promise<void> {
  if (!isId(sourceId)) refuseNotFound('importSource')
  await ctx.db.transact(async (tx) => {
    const source = await tx
      .deleteFrom('import_source')
      .where('id', '=', sourceId)
      .returning('name')
      .executeTakeFirst()
    if (!source) return refuseNotFound('importSource')
    await audit(tx, {
      action: 'importSource.removed',
      object: { type: 'import', id: sourceId, name: source.name },
    })
  })
}

/** Reaches the source as an import would. */
export async function attempt(
  ctx: Context,
  input: Input<typeof tryImportSource>,
): Promise<Reply<typeof tryImportSource>> {
  const address = checkedAddress(ctx, input.kind, input.address)
  const entries = await listOnce(ctx, { kind: input.kind, address }, '', credentialsOf(input))
  const folders = entries.filter(({ kind }) => kind === 'folder').length
  return { folders, files: entries.length - folders }
}
