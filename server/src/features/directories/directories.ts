import type {
  AdminDirectory,
  queryDirectories,
  removeDirectory,
  saveDirectory,
} from '@clouddisk/contract/directories'
import { DIRECTORIES_MAX } from '@clouddisk/contract/directories'
import type { DirectoryProtocol } from '@clouddisk/contract/directory-settings'
import type { Language } from '@clouddisk/contract/errors'
import { hasInvisible } from '@clouddisk/contract/invisible'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import pg from 'pg'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { freezeSynced, lockPeople } from '../directory/synced-people.ts'
import { latestRuns, presentRun, requireNoOpenRun } from './runs.ts'
import { applySoon, setPending } from './scim/pending.ts'
import { lastCalls } from './scim/token.ts'
import { checkedSettings, sealPassword } from './settings.ts'
import * as store from './store.ts'

/** Directories as administrators set them up. */

export async function list(ctx: Context, language: Language): Promise<Reply<typeof queryDirectories>> {
  return { list: await presentAll(ctx.db.reader, await store.directories(ctx.db.reader), language) }
}

async function presentAll(
  db: Reader,
  rows: readonly store.Directory[],
  language: Language,
): Promise<AdminDirectory[]> {
  const [sizes, runs, calls] = await Promise.all([store.sizes(db), latestRuns(db), lastCalls(db)])
  return rows.map(({ id, code, name, protocol, enabled, password, settings, syncedAt }) => {
    const run = runs.get(id)
    return {
      directoryId: id,
      code,
      name,
      protocol,
      enabled,
      hasPassword: password !== null,
      settings,
      people: Number(sizes.get(id)?.people ?? 0),
      departments: Number(sizes.get(id)?.departments ?? 0),
      syncTime: (syncedAt ?? calls.get(id))?.toISOString() ?? null,
      lastRun: run ? presentRun(run, language) : null,
    }
  })
}

export async function save(
  ctx: Context,
  input: Input<typeof saveDirectory>,
  language: Language,
): Promise<AdminDirectory> {
  const code = checkedText('code', input.code)
  const name = checkedText('name', input.name)
  const id = await ctx.db.transact(async (tx) => {
    const before =
      input.directoryId === undefined ? undefined : await store.lockDirectory(tx, input.directoryId)
    const settings = await settingsFor(tx, before, input.protocol, input.settings)
    const directoryId = before?.id ?? newId()
    // What is known of its people belongs to the protocol.
    if (before && (before.protocol === 'scim') !== (input.protocol === 'scim'))
      refuseField('protocol', 'unknown_value')
    const password = passwordFor(ctx, directoryId, { before, input, url: settings.url })
    const enabled = input.enabled ?? before?.enabled ?? true
    const values = {
      code,
      code_key: nameKey(code),
      name,
      protocol: input.protocol,
      settings: JSON.stringify(settings),
      password,
      enabled,
      // The next run reads everybody: what is made of them may have changed.
      cursor: null,
    }
    await refuseTakenCode(code, async () => {
      if (before) await tx.updateTable('directory').set(values).where('id', '=', directoryId).execute()
      else await insert(tx, { id: directoryId, ...values })
    })
    if (before?.protocol === 'scim') await setPending(tx, directoryId, 'all')
    const { ca: _ca, ...shown } = settings
    await audit(tx, {
      action: 'directory.saved',
      object: { type: 'directory', id: directoryId, name },
      detail: { code, protocol: input.protocol, enabled, passwordChanged: Boolean(input.password), ...shown },
    })
    return directoryId
  })
  if (input.protocol === 'scim') await applySoon(ctx)
  return shown(ctx.db.reader, id, language)
}

/** Sealed; for this address alone. A SCIM client has a token instead. */
function passwordFor(
  ctx: Context,
  directoryId: string,
  {
    before,
    input,
    url,
  }: {
    readonly before: store.Directory | undefined
    readonly input: Pick<Input<typeof saveDirectory>, 'protocol' | 'password'>
    readonly url: string
  },
): Buffer | null {
  if (input.protocol === 'scim') return null
  if (input.password) return sealPassword(ctx, directoryId, input.password)
  if (!before || before.password === null || before.settings.url !== url)
    return refuseField('password', 'missing')
  return before.password
}

export async function shown(db: Reader, id: string, language: Language): Promise<AdminDirectory> {
  const [directory] = await presentAll(db, [await store.directoryById(db, id)], language)
  return directory ?? refuseNotFound('directory')
}

/** Of one that is there, or new; its department exists. */
export async function settingsFor(
  db: Reader,
  before: store.Directory | undefined,
  protocol: DirectoryProtocol,
  changes: Input<typeof saveDirectory>['settings'],
) {
  const kept = before?.protocol === protocol ? before.settings : undefined
  const settings = checkedSettings(protocol, kept, changes)
  const { departmentParentId } = settings
  if (departmentParentId !== null) {
    const found =
      isId(departmentParentId) &&
      (await db.selectFrom('department').select('id').where('id', '=', departmentParentId).executeTakeFirst())
    if (!found) refuseNotFound('department')
  }
  return settings
}

function checkedText(field: 'code' | 'name', value: string): string {
  const text = value.trim()
  if (text === '') refuseField(field, 'missing')
  if (hasInvisible(text)) refuseField(field, 'invisible_characters')
  return text
}

async function insert(
  tx: Tx,
  values: Parameters<ReturnType<Tx['insertInto']>['values']>[0] & object,
): Promise<void> {
  const { count } = await tx
    .selectFrom('directory')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= DIRECTORIES_MAX) refuse('list_full', { limit: DIRECTORIES_MAX })
  await tx
    .insertInto('directory')
    .values(values as never)
    .execute()
}

async function refuseTakenCode(code: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'directory_code_taken')
      refuse('name_taken', { name: code })
    throw error
  }
}

const FROZEN_AT_ONCE = 200

/** Its people stay as accounts without a password, or are frozen first; departments stay as they are. */
export async function remove(
  ctx: Context,
  { directoryId, people }: Input<typeof removeDirectory>,
): Promise<void> {
  const directory = await store.directoryById(ctx.db.reader, directoryId)
  if (people === 'freeze') await freezeAll(ctx, directory)
  await ctx.db.transact(async (tx) => {
    const { id, name, code } = await store.lockDirectory(tx, directoryId)
    await requireNoOpenRun(tx, id)
    await tx.deleteFrom('directory').where('id', '=', id).execute()
    await audit(tx, {
      action: 'directory.removed',
      object: { type: 'directory', id, name },
      detail: { code, people },
    })
  })
}

async function freezeAll(ctx: Context, { id, code }: store.Directory): Promise<void> {
  const rows = await ctx.db.reader
    .selectFrom('directory_person')
    .select('person_id')
    .where('directory_id', '=', id)
    .execute()
  const ids = rows.map(({ person_id }) => person_id).sort()
  for (let at = 0; at < ids.length; at += FROZEN_AT_ONCE)
    await ctx.db.transact(async (tx) => {
      await requireNoOpenRun(tx, id)
      for (const person of await lockPeople(tx, ids.slice(at, at + FROZEN_AT_ONCE)))
        await freezeSynced(ctx, tx, person, code)
    })
}
