import type { DlpMatch, DlpRule } from '@clouddisk/contract/dlp'
import type { Reader, Tx } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { ContentHash } from '../../renditions/types.ts'

/** SQL of the content check. */

const RULES_VERSION_SETTING = 'dlp_rules_version'

const present = (row: {
  id: string
  name: string
  kind: DlpRule['kind']
  terms: string[]
  pattern: string
  threshold: number
  level: DlpRule['level']
  action: DlpRule['action']
  places: DlpRule['places']
  enabled: boolean
  updated_at: Date
}): DlpRule => {
  const { id: ruleId, updated_at, ...rule } = row
  return { ruleId, ...rule, updateTime: updated_at.toISOString() }
}

const COLUMNS = [
  'id',
  'name',
  'kind',
  'terms',
  'pattern',
  'threshold',
  'level',
  'action',
  'places',
  'enabled',
  'updated_at',
] as const

export async function selectRules(db: Reader): Promise<DlpRule[]> {
  const rows = await db.selectFrom('dlp_rule').select(COLUMNS).orderBy('id', 'desc').execute()
  return rows.map(present)
}

export const hasEnabledRule = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('dlp_rule').select('id').where('enabled', 'is', true).limit(1).executeTakeFirst()) !==
  undefined

export async function findRule(db: Reader, id: string): Promise<DlpRule | undefined> {
  const row = await db.selectFrom('dlp_rule').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && present(row)
}

export const countRules = async (db: Reader): Promise<number> =>
  (
    await db
      .selectFrom('dlp_rule')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export async function saveRule(
  tx: Tx,
  { ruleId, updateTime, ...rule }: DlpRule,
  nameKey: string,
): Promise<void> {
  const values = { ...rule, name_key: nameKey, updated_at: updateTime }
  await tx
    .insertInto('dlp_rule')
    .values({ id: ruleId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Of another rule. */
export const isNameTaken = async (db: Reader, nameKey: string, ruleId: string): Promise<boolean> =>
  (await db
    .selectFrom('dlp_rule')
    .select('id')
    .where('name_key', '=', nameKey)
    .where('id', '!=', ruleId)
    .executeTakeFirst()) !== undefined

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('dlp_rule').where('id', '=', id).execute()
}

/** Counts the changes of the rules: what was found with an older version is found anew. */
export const rulesVersion = async (db: Reader): Promise<number> =>
  Number((await readSetting(db, RULES_VERSION_SETTING)) ?? 0)

export const raiseRulesVersion = async (tx: Tx): Promise<void> =>
  writeSetting(tx, RULES_VERSION_SETTING, String((await rulesVersion(tx)) + 1))

/** Where the bytes of verified content are. */
export async function contentObject(
  db: Reader,
  { sha256, size }: ContentHash,
): Promise<StoredObject | undefined> {
  return db
    .selectFrom('blob')
    .select(['bucket', 'key', 'etag'])
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .where('state', '=', 'live')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export interface Scan {
  readonly matches: readonly DlpMatch[]
  readonly unreadable: readonly string[]
}

export async function findScan(
  db: Reader,
  { sha256, size }: ContentHash,
  version: number,
): Promise<Scan | undefined> {
  return db
    .selectFrom('dlp_scan')
    .select(['matches', 'unreadable'])
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .where('rules_version', '=', version)
    .executeTakeFirst()
}

/** Files with what was found in their content by rules of this version; nothing where it was not scanned. */
export async function selectScanned(
  db: Reader,
  fileIds: readonly string[],
  version: number,
): Promise<{ fileId: string; name: string; matches: readonly DlpMatch[] }[]> {
  const rows = await db
    .selectFrom('file as f')
    .innerJoin('file_version as v', 'v.id', 'f.version_id')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .leftJoin('dlp_scan as s', (join) =>
      join
        .onRef('s.sha256', '=', 'b.sha256')
        .onRef('s.size', '=', 'b.size')
        .on('s.rules_version', '=', version),
    )
    .select(['f.id as fileId', 'f.name', 's.matches'])
    .where('f.id', 'in', fileIds)
    .execute()
  return rows.map(({ matches, ...file }) => ({ ...file, matches: matches ?? [] }))
}

export async function saveScan(
  db: Reader,
  { sha256, size }: ContentHash,
  rules_version: number,
  { matches, unreadable }: Scan,
  now: Date,
): Promise<void> {
  const values = {
    rules_version,
    matches: JSON.stringify(matches),
    unreadable: [...unreadable],
    scanned_at: now,
  }
  await db
    .insertInto('dlp_scan')
    .values({ sha256, size, ...values })
    .onConflict((conflict) => conflict.columns(['sha256', 'size']).doUpdateSet(values))
    .execute()
}
