import type { NoticeData } from '@clouddisk/contract/notifications'
import { HOUR, SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { loadActor } from '../../../access/actor.ts'
import { activeAdministrators } from '../../../access/administrators.ts'
import { resolveAll } from '../../../access/resolve.ts'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { deterministicEventId } from '../../../notifications/deterministic-id.ts'
import { increaseCount } from '../../../notifications/increase-count.ts'
import { notify } from '../../../notifications/notify.ts'
import { enabledRules, matchNames, merge, scanContent } from '../scan.ts'
import { findScan, rulesVersion } from '../store.ts'
import { type PlaceRules, rulesAt } from './check-place.ts'
import * as store from './place-store.ts'

/**
 * Checks files that were let through before their content was known, and new files of groups. What may not be there is logged, and
 * the administrators and the person who did it are notified; the files stay.
 */

const FILES_AT_ONCE = 20
/** Texts that are waited for at a time, and how long. */
const WAITING_MAX = 4
const WAIT_MS = 2 * SECOND

/** One round. Returns whether there is more to do at once. */
export async function checkPending(ctx: Context): Promise<boolean> {
  const db = ctx.db.reader
  const files = await store.selectPending(db, FILES_AT_ONCE)
  if (files.length === 0) return false
  const version = await rulesVersion(db)
  const rules = { version, rules: await enabledRules(db) }
  const limit = pLimit(WAITING_MAX)
  const found = await Promise.all(
    files.map((file) => limit(async () => ({ file, blocking: await checkOrPostpone(ctx, file, rules) }))),
  )
  // One after the other, as they count in one notification.
  for (const { file, blocking } of found) if (blocking) await end(ctx, file, blocking)
  const waiting = found.filter(({ blocking }) => !blocking).map(({ file }) => file.id)
  await store.postponePending(db, waiting)
  return waiting.length < files.length
}

const NOTHING_READ = { matches: [] }

/** A file whose content cannot be reached just now does not hold up the others. */
const checkOrPostpone = (ctx: Context, file: store.PendingFile, rules: PlaceRules) =>
  check(ctx, file, rules).catch((err) => {
    ctx.log.warn({ err, fileId: file.fileId }, 'the content check of a file failed; it is tried again')
    return undefined
  })

/** Names of the rules that block it, by its name alone if its content cannot be read; undefined while its text is being read. */
async function check(
  ctx: Context,
  { place, name, sha256, size, isGone }: store.PendingFile,
  { version, rules }: PlaceRules,
): Promise<readonly string[] | undefined> {
  if (rules.length === 0) return []
  const content = sha256 && size !== null ? { sha256, size } : undefined
  const known = content && (await findScan(ctx.db.reader, content, version))
  if (!known && !content && !isGone) return undefined
  const wait = { ms: WAIT_MS, signal: new AbortController().signal }
  const scan =
    known ?? (content && !isGone ? await scanContent(ctx, content, version, rules, wait) : NOTHING_READ)
  if (!scan) return undefined
  const all = merge(await matchNames(ctx, rules, version, name), scan.matches)
  return rulesAt(rules, place, all)
    .filter(({ action }) => action === 'block')
    .map(({ rule }) => rule)
}

const end = (ctx: Context, file: store.PendingFile, blocking: readonly string[]): Promise<void> =>
  ctx.db.transact(async (tx) => {
    // Another server may have been faster.
    const isFirst = await store.deletePending(tx, file.id)
    if (isFirst && blocking.length > 0) await announce(ctx, tx, file, blocking)
  })

async function announce(
  ctx: Context,
  tx: Tx,
  file: store.PendingFile,
  rules: readonly string[],
): Promise<void> {
  const { place, personId, fileId, name } = file
  const person =
    personId === null
      ? undefined
      : await tx
          .selectFrom('person')
          .select(['id', 'real_name as name', 'account_name as account'])
          .where('id', '=', personId)
          .executeTakeFirst()
  await audit(tx, {
    action: 'dlp.foundLater',
    object: { type: 'file', id: fileId, name },
    detail: { place, rules: rules.join(', ') },
    ...(person && { actor: person }),
  })
  const administrators = (await activeAdministrators(tx, 'dlp')).filter((id) => id !== person?.id)
  const by = person && { actorId: person.id, actorName: person.name }
  await tell(ctx, tx, 'files.sensitive', administrators, { ...by, instanceName: name })
  if (!person) return
  const instanceName = await nameFor(ctx, tx, person.id, file)
  await tell(ctx, tx, 'files.ownSensitive', [person.id], { instanceName }, person.id)
}

/** What a person may read of a file that it brought somewhere: its name if the person sees it, else that of what it named in its call. */
async function nameFor(
  ctx: Context,
  tx: Tx,
  personId: string,
  { fileId, name, topName }: store.PendingFile,
): Promise<string> {
  if (topName === null || topName === name) return name
  const actor = await loadActor(tx, personId, ctx.now())
  return actor && (await resolveAll(tx, actor, [fileId])).size > 0 ? name : topName
}

/** One notification for each person whose files they are and hour, which counts them. */
async function tell(
  ctx: Context,
  tx: Tx,
  kind: 'files.sensitive' | 'files.ownSensitive',
  to: readonly string[],
  data: NoticeData,
  whose = data.actorId ?? '',
): Promise<void> {
  const hour = new Date(Math.floor(ctx.now().getTime() / HOUR) * HOUR)
  const eventId = deterministicEventId(hour, kind, whose)
  if (await increaseCount(tx, { eventId, since: hour, by: 1 })) return
  const people = to.map((principalId) => ({ principalType: 'person' as const, principalId }))
  await notify(ctx, tx, { kind, to: people, data: { ...data, count: 1 }, eventId })
}
