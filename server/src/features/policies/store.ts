import type { Acknowledgement, PolicyKind } from '@clouddisk/contract/policies'
import { POLICY_VERSIONS_LISTED } from '@clouddisk/contract/policies'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of agreements, policies and notices. */

export interface PolicyRow {
  readonly id: string
  readonly kind: PolicyKind
  readonly version: number
  readonly titleZh: string | null
  readonly titleEn: string | null
  readonly publishedAt: Date
  readonly author: string | null
  readonly endsAt: Date | null
  readonly withdrawnAt: Date | null
}

export interface PolicyTexts {
  readonly textZh: string | null
  readonly textEn: string | null
}

const COLUMNS = [
  'p.id',
  'p.kind',
  'p.version',
  'p.title_zh as titleZh',
  'p.title_en as titleEn',
  'p.published_at as publishedAt',
  'p.author',
  'p.ends_at as endsAt',
  'p.withdrawn_at as withdrawnAt',
] as const

/** The latest versions of each kind, the latest first. */
export async function selectVersions(db: Reader, kinds: readonly PolicyKind[]): Promise<PolicyRow[]> {
  const perKind = await Promise.all(
    kinds.map((kind) =>
      db
        .selectFrom('policy as p')
        .select(COLUMNS)
        .where('p.kind', '=', kind)
        .orderBy('p.version', 'desc')
        .limit(POLICY_VERSIONS_LISTED)
        .execute(),
    ),
  )
  return perKind.flat()
}

export const findVersion = (
  db: Reader,
  kind: PolicyKind,
  version: number,
): Promise<(PolicyRow & PolicyTexts) | undefined> =>
  db
    .selectFrom('policy as p')
    .select([...COLUMNS, 'p.text_zh as textZh', 'p.text_en as textEn'])
    .where('p.kind', '=', kind)
    .where('p.version', '=', version)
    .executeTakeFirst()

/** The version in force: of a notice the latest that is neither withdrawn nor over. */
export async function currentVersion(db: Reader, kind: PolicyKind, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('policy as p')
    .select('p.version')
    .where('p.kind', '=', kind)
    .where('p.withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('p.ends_at', 'is', null), eb('p.ends_at', '>', now)]))
    .orderBy('p.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version
}

/** Other versions are published after this transaction: their numbers follow one another. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`lock table policy in share row exclusive mode`.execute(tx)
}

export async function lastVersion(tx: Tx, kind: PolicyKind): Promise<number> {
  const row = await tx
    .selectFrom('policy')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.version ?? 0
}

export async function insertVersion(
  tx: Tx,
  { textZh, textEn, ...row }: PolicyRow & PolicyTexts & { readonly publishedBy: string },
): Promise<void> {
  await tx
    .insertInto('policy')
    .values({
      id: row.id,
      kind: row.kind,
      version: row.version,
      title_zh: row.titleZh,
      title_en: row.titleEn,
      text_zh: textZh,
      text_en: textEn,
      published_at: row.publishedAt,
      published_by: row.publishedBy,
      author: row.author,
      ends_at: row.endsAt,
      withdrawn_at: row.withdrawnAt,
    })
    .execute()
}

/** Whether it was not withdrawn before. */
export async function withdraw(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('policy')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False where the person acknowledged it before. */
export async function insertAcknowledgement(
  tx: Tx,
  personId: string,
  policyId: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('policy_acknowledgement')
    .values({ person_id: personId, policy_id: policyId, acknowledged_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'policy_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** What is in force and was not acknowledged by the person: the usage rules, then the notice. */
export async function selectPending(db: Reader, personId: string, now: Date): Promise<Acknowledgement[]> {
  const { rows } = await sql<Pick<Acknowledgement, 'kind' | 'version'> & { publishedAt: Date }>`
    select current.kind, current.version, current.published_at as "publishedAt" from unnest(array['usageRules', 'publicNotice']) with ordinality as asked(kind, place)
    cross join lateral (
      select p.id, p.kind, p.version, p.published_at from policy p
      where p.kind = asked.kind and p.withdrawn_at is null and (p.ends_at is null or p.ends_at > ${now})
      order by p.version desc limit 1
    ) current
    where not exists (
      select from policy_acknowledgement a where a.person_id = ${personId} and a.policy_id = current.id
    )
    order by asked.place`.execute(db)
  return rows.map(({ kind, version, publishedAt }) => ({
    kind,
    version,
    publishTime: publishedAt.toISOString(),
  }))
}

/** People that acknowledged each of these versions, by its id. */
export async function countAcknowledgements(
  db: Reader,
  policyIds: readonly string[],
): Promise<Map<string, number>> {
  if (policyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('policy_acknowledgement')
    .select(['policy_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('policy_id', 'in', policyIds)
    .groupBy('policy_id')
    .execute()
  return new Map(rows.map(({ policy_id, count }) => [policy_id, count]))
}
