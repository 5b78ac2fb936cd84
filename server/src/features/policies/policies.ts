import type { Language } from '@clouddisk/contract/errors'
import {
  type Acknowledgement,
  type acknowledge as acknowledgeRoute,
  OPEN_POLICY_KINDS,
  type OpenPolicyKind,
  type PublicNotice,
  type queryPolicies,
  type queryPolicy,
  type queryPublicNotices,
} from '@clouddisk/contract/policies'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { auditObject, versionsInForce } from './describe.ts'
import * as store from './store.ts'

/** What people read, agree to and have read. */

export async function list(ctx: Context): Promise<Reply<typeof queryPolicies>> {
  const rows = await store.selectVersions(ctx.db.reader, OPEN_POLICY_KINDS)
  const inForce = versionsInForce(rows, ctx.now())
  return rows.map((row) => ({
    kind: row.kind as OpenPolicyKind,
    version: row.version,
    publishTime: row.publishedAt.toISOString(),
    current: inForce.has(row),
  }))
}

export async function read(
  ctx: Context,
  { kind, language, version }: { kind: OpenPolicyKind; language: Language; version?: number | undefined },
): Promise<Reply<typeof queryPolicy>> {
  const current = (await store.currentVersion(ctx.db.reader, kind, ctx.now())) ?? refuseNotFound('policy')
  const row = await store.findVersion(ctx.db.reader, kind, version ?? current)
  const text = language === 'zh-CN' ? row?.textZh : row?.textEn
  if (!row || !text) refuseNotFound('policy')
  return {
    kind,
    language,
    version: row.version,
    currentVersion: current,
    publishTime: row.publishedAt.toISOString(),
    text,
  }
}

export async function listNotices(ctx: Context): Promise<Reply<typeof queryPublicNotices>> {
  const rows = await store.selectVersions(ctx.db.reader, ['publicNotice'])
  const inForce = versionsInForce(rows, ctx.now())
  return rows
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map((row) => presentNotice(row, inForce.has(row)))
}

export async function readNotice(ctx: Context, version: number): Promise<PublicNotice> {
  const { reader } = ctx.db
  const row = await store.findVersion(reader, 'publicNotice', version)
  if (!row || row.withdrawnAt !== null) refuseNotFound('policy')
  const current = await store.currentVersion(reader, 'publicNotice', ctx.now())
  return { ...presentNotice(row, row.version === current), textZh: row.textZh, textEn: row.textEn }
}

const presentNotice = (row: store.PolicyRow, current: boolean) => ({
  version: row.version,
  publishTime: row.publishedAt.toISOString(),
  endTime: row.endsAt?.toISOString() ?? null,
  titleZh: row.titleZh,
  titleEn: row.titleEn,
  current,
})

/** What the person has yet to agree to, or to read. */
export const pending = (ctx: Context, personId: string): Promise<Acknowledgement[]> =>
  store.selectPending(ctx.db.reader, personId, ctx.now())

/** Acknowledging again changes nothing. */
export function acknowledge(
  ctx: Context,
  { personId }: Pick<Actor, 'personId'>,
  { kind, version }: Input<typeof acknowledgeRoute>,
): Promise<Acknowledgement[]> {
  return ctx.db.transact(async (tx) => {
    const row = await store.findVersion(tx, kind, version)
    if (!row || row.withdrawnAt !== null) refuseNotFound('policy')
    if (await store.insertAcknowledgement(tx, personId, row.id, ctx.now())) {
      // Closes the question in the person's other windows.
      await recordChange(tx, {
        kind: 'policy.acknowledged',
        spaceId: null,
        personId,
        fileId: null,
        parentIds: [],
        actorId: personId,
      })
      if (kind === 'usageRules') await audit(tx, { action: 'policy.acknowledged', ...auditObject(row) })
    }
    return store.selectPending(tx, personId, ctx.now())
  })
}
