import type { Input, Reply } from '@clouddisk/contract/route'
import type {
  saveVersionLimits as contract,
  VersionLimits,
  VersionRetention,
} from '@clouddisk/contract/versions'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { lockSpace, resolveFolderId } from '../../tree/spaces.ts'
import { defaultVersionLimits } from '../../tree/version-limits.ts'
import { expiringInSpace } from './expiry.ts'

/** How many versions a space keeps and for how long: the owner of a personal space and managers of a group decide. */

interface SpaceLimits {
  readonly versionsKept: number | null
  readonly versionDays: number | null
}

async function limitsOf(db: Reader, spaceId: string): Promise<SpaceLimits> {
  return db
    .selectFrom('space')
    .select(['versions_kept as versionsKept', 'version_days as versionDays'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
}

const mayChange = async (db: Reader, actor: Actor, { rootId }: ResolvedItem): Promise<boolean> =>
  (await resolveAll(db, actor, [rootId])).get(rootId)?.permissions.has('members') ?? false

/** The limits in force for an item's space. */
export async function retentionOf(db: Reader, actor: Actor, item: ResolvedItem): Promise<VersionRetention> {
  const own = await limitsOf(db, item.spaceId)
  const defaults = await defaultVersionLimits(db)
  return {
    ...inForce(own, defaults),
    defaults,
    isDefault: own.versionsKept === null && own.versionDays === null,
    mayChange: await mayChange(db, actor, item),
  }
}

const inForce = ({ versionsKept, versionDays }: SpaceLimits, defaults: VersionLimits): VersionLimits => ({
  versionsKept: versionsKept ?? defaults.versionsKept,
  versionDays: versionDays ?? defaults.versionDays,
})

export async function saveVersionLimits(
  ctx: Context,
  actor: Actor,
  { instanceId, versionsKept, versionDays, dryRun = false }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const limits = { versionsKept: versionsKept ?? null, versionDays: versionDays ?? null }
  return ctx.db.transact(async (tx) => {
    const item = await resolve(tx, actor, await resolveFolderId(tx, actor, instanceId))
    if (!(await mayChange(tx, actor, item))) refuse('not_permitted')
    if (!dryRun) await changeLimits(tx, actor, item, limits)
    const retention = await retentionOf(tx, actor, item)
    const wanted = inForce(limits, retention.defaults)
    return { retention, expiring: await expiringInSpace(tx, item.spaceId, wanted, ctx.now()) }
  })
}

async function changeLimits(
  tx: Tx,
  actor: Actor,
  { spaceId, rootId }: ResolvedItem,
  limits: SpaceLimits,
): Promise<void> {
  await lockSpace(tx, spaceId)
  const { versionsKept, versionDays } = limits
  const was = await limitsOf(tx, spaceId)
  if (was.versionsKept === versionsKept && was.versionDays === versionDays) return
  await sql`
    update space set versions_kept = ${versionsKept}, version_days = ${versionDays} where id = ${spaceId}`.execute(
    tx,
  )
  await recordChange(tx, {
    kind: 'version.limitsChanged',
    spaceId,
    fileId: rootId,
    parentIds: [],
    actorId: actor.personId,
    details: { versionsKept, versionDays, was },
  })
}
