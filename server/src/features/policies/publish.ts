import { lengthOf } from '@clouddisk/contract/names'
import {
  NOTICE_TITLE_MAX,
  POLICY_KINDS,
  POLICY_TEXT_MAX,
  type PolicyKind,
  type PolicyVersion,
  type publishPolicy,
  type queryPolicyVersion,
} from '@clouddisk/contract/policies'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { EVERYBODY, recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'
import { auditObject, versionsInForce } from './describe.ts'
import * as store from './store.ts'

/** What administrators publish. A version is never changed: it is what people agreed to. */

export async function list(ctx: Context): Promise<PolicyVersion[]> {
  const rows = await store.selectVersions(ctx.db.reader, POLICY_KINDS)
  const counts = await store.countAcknowledgements(
    ctx.db.reader,
    rows.map(({ id }) => id),
  )
  const inForce = versionsInForce(rows, ctx.now())
  return rows.map((row) => present(row, inForce.has(row), counts.get(row.id)))
}

export async function read(
  ctx: Context,
  { kind, version }: { kind: PolicyKind; version: number },
): Promise<Reply<typeof queryPolicyVersion>> {
  const { reader } = ctx.db
  const row = (await store.findVersion(reader, kind, version)) ?? refuseNotFound('policy')
  const [current, counts] = await Promise.all([
    store.currentVersion(reader, kind, ctx.now()),
    store.countAcknowledgements(reader, [row.id]),
  ])
  return {
    ...present(row, row.version === current, counts.get(row.id)),
    textZh: row.textZh,
    textEn: row.textEn,
  }
}

const present = (row: store.PolicyRow, current: boolean, acknowledged = 0): PolicyVersion => ({
  kind: row.kind,
  version: row.version,
  publishTime: row.publishedAt.toISOString(),
  author: row.author,
  titleZh: row.titleZh,
  titleEn: row.titleEn,
  endTime: row.endsAt?.toISOString() ?? null,
  withdrawTime: row.withdrawnAt?.toISOString() ?? null,
  current,
  acknowledged,
})

export function publish(
  ctx: Context,
  actor: Actor,
  input: Input<typeof publishPolicy>,
): Promise<PolicyVersion> {
  const draft = input.kind === 'publicNotice' ? noticeOf(ctx, input) : policyOf(input)
  return ctx.db.transact(async (tx) => {
    await store.lockVersions(tx)
    const row = {
      id: newId(),
      kind: input.kind,
      version: (await store.lastVersion(tx, input.kind)) + 1,
      ...draft,
      publishedAt: ctx.now(),
      publishedBy: actor.personId,
      author: actor.realName,
      withdrawnAt: null,
    }
    await store.insertVersion(tx, row)
    await tellEverybody(tx, actor)
    await audit(tx, { action: 'policy.published', ...auditObject(row) })
    return present(row, true)
  })
}

export function withdraw(ctx: Context, actor: Actor, version: number): Promise<PolicyVersion> {
  return ctx.db.transact(async (tx) => {
    const row = (await store.findVersion(tx, 'publicNotice', version)) ?? refuseNotFound('policy')
    if (await store.withdraw(tx, row.id, ctx.now())) {
      await tellEverybody(tx, actor)
      await audit(tx, { action: 'policy.withdrawn', ...auditObject(row) })
    }
    const after = (await store.findVersion(tx, 'publicNotice', version)) ?? row
    return present(after, false, (await store.countAcknowledgements(tx, [row.id])).get(row.id))
  })
}

/** Open pages ask again what their person has yet to acknowledge. */
const tellEverybody = (tx: Tx, actor: Actor): Promise<void> =>
  recordChange(tx, {
    kind: 'policy.published',
    spaceId: null,
    principalIds: [EVERYBODY],
    fileId: null,
    parentIds: [],
    actorId: actor.personId,
  })

type Draft = Pick<store.PolicyRow, 'titleZh' | 'titleEn' | 'endsAt'> & store.PolicyTexts

/** Titles and an end are of notices. */
function policyOf({ textZh, textEn, titleZh, titleEn, endTime }: Input<typeof publishPolicy>): Draft {
  for (const [field, value] of Object.entries({ titleZh, titleEn, endTime }))
    if (value) refuseField(field, 'unknown_value')
  return {
    titleZh: null,
    titleEn: null,
    textZh: textOf('textZh', textZh) ?? refuseField('textZh', 'missing'),
    textEn: textOf('textEn', textEn) ?? refuseField('textEn', 'missing'),
    endsAt: null,
  }
}

/** One language is enough; a title has a text and a text a title. */
function noticeOf(ctx: Context, input: Input<typeof publishPolicy>): Draft {
  const [titleZh, titleEn] = [titleOf('titleZh', input.titleZh), titleOf('titleEn', input.titleEn)]
  const [textZh, textEn] = [textOf('textZh', input.textZh), textOf('textEn', input.textEn)]
  const written = { titleZh, textZh, titleEn, textEn }
  const isIn = (title: string | null, text: string | null) => title !== null || text !== null
  const needed = isIn(titleZh, textZh) || !isIn(titleEn, textEn) ? (['titleZh', 'textZh'] as const) : []
  const alsoNeeded = isIn(titleEn, textEn) ? (['titleEn', 'textEn'] as const) : []
  for (const field of [...needed, ...alsoNeeded]) if (written[field] === null) refuseField(field, 'missing')
  const endsAt = input.endTime ? readInstant('endTime', input.endTime) : null
  if (endsAt !== null && endsAt <= ctx.now()) refuseField('endTime', 'range')
  return { ...written, endsAt }
}

/** Null where nothing is written. */
function textOf(field: string, given: string | undefined): string | null {
  const text = (given ?? '').replaceAll('\r\n', '\n').trim()
  if (Buffer.byteLength(text) > POLICY_TEXT_MAX) refuseField(field, 'too_long')
  return text === '' ? null : text
}

function titleOf(field: string, given: string | undefined): string | null {
  const title = (given ?? '').replace(/\s+/g, ' ').trim()
  if (lengthOf(title) > NOTICE_TITLE_MAX) refuseField(field, 'too_long')
  return title === '' ? null : title
}
