import type { Language } from '@clouddisk/contract/errors'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Explanation, explainPrivilege, Privilege } from '@clouddisk/contract/privileges'
import { KEPT_ROLES, PERMISSION_ITEMS, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import { type Actor, loadPersonActor } from '../../access/actor.ts'
import { explainPermission, type PermissionInput, type Verdict } from '../../access/explain.ts'
import {
  permissionsIgnoringDissolution,
  requirePermission,
  resolveWithPermission,
} from '../../access/permissions.ts'
import { presentPrincipals } from '../../access/principals.ts'
import { loadPermissionInput, type ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { breadcrumbsOf } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { maskPrincipals } from '../directory/search.ts'
import { type EntryOnPath, entriesByKey, entriesOnPath } from './entries-on-path.ts'
import { presentMaskedPrincipals, visibleFileIds } from './masked-principals.ts'
import { type ExplainedVerdict, type SentenceSubject, verdictSentence } from './sentence.ts'

/** Who may do what with one item, and why. */

export async function list(
  db: Reader,
  actor: Actor,
  instanceId: string,
  language: Language,
): Promise<Privilege[]> {
  const item = await resolveWithPermission(
    db,
    actor,
    await resolveFolderId(db, actor, instanceId),
    'attribute',
  )
  return listAccess(db, actor, item, language)
}

/** Who has access to an item that was found for the actor. */
export async function listAccess(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  language: Language,
): Promise<Privilege[]> {
  const path = item.fullPath.map((step) => step.id)
  const entries = await entriesOnPath(db, path, actor.asOf)
  const shown = await presentMaskedPrincipals(db, actor, entries, visibleFileIds([item]))
  const seen = toEntryViewer(item, language)
  return entries.flatMap((entry) => {
    const principal = shown.get(entry.principalId)
    return principal ? [toPrivilege(entry, principal, seen)] : []
  })
}

/** What an item's entries are looked at with. */
interface EntryViewer {
  readonly item: ResolvedItem
  readonly names: ReadonlyMap<string, string>
  readonly manages: boolean
}

const toEntryViewer = (item: ResolvedItem, language: Language): EntryViewer => ({
  item,
  names: namesOf(item, language),
  manages: !item.spaceContext.readOnly && item.permissions.has('members'),
})

function toPrivilege(
  { fileId, role, source, expiresAt }: EntryOnPath,
  principal: ShownPrincipal,
  { item, names, manages }: EntryViewer,
): Privilege {
  return {
    ...principal,
    role,
    fromId: names.has(fileId) ? fileId : null,
    fromName: names.get(fileId) ?? null,
    inherited: fileId !== item.id,
    fileAuth: [...(ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] ?? [])],
    expires: expiresAt?.toISOString() ?? null,
    canChange: manages && isPrincipalVisible({ fileId, role, source }, item),
  }
}

/**
 * Whether an entry can be changed at the item: in a group every one that no owner or manager holds from farther up, of
 * a share those on what is shared itself.
 */
function isPrincipalVisible(
  { fileId, role, source }: Pick<EntryOnPath, 'fileId' | 'role' | 'source'>,
  item: ResolvedItem,
): boolean {
  if (source === 'share') return fileId === item.id
  if (source === 'owner' || item.id === item.rootId) return false
  return source === 'entry' && fileId === item.id ? true : !KEPT_ROLES.has(role)
}

/** What the actor may know of on the way to an item, by what it is called. */
const namesOf = (item: ResolvedItem, language: Language): Map<string, string> =>
  new Map(breadcrumbsOf(item, language).map((crumb) => [crumb.instanceId, crumb.instanceName]))

/** For one permission item or all of them: whether somebody has it, and what decides. */
export async function explainFor(
  ctx: Context,
  actor: Actor,
  input: Input<typeof explainPrivilege>,
  language: Language,
): Promise<Explanation[]> {
  const db = ctx.db.reader
  const item = await resolveWithPermission(
    db,
    actor,
    await resolveFolderId(db, actor, input.instanceId),
    'list',
  )
  const explained = await loadExplainedPerson(db, actor, item, input.userId)
  const shownItems = input.item === undefined ? PERMISSION_ITEMS : [input.item]
  const verdicts = shownItems.map((one) =>
    withOuterRules(explainPermission(explained.actor, explained.standpoint, one), explained, item),
  )
  const details = await loadEntryDetails(db, actor, item, verdicts, language)
  return verdicts.map((verdict) => {
    const found = verdict.entry && details.get(verdict.entry.fileId + verdict.entry.principalId)
    const entry = found?.entry ?? null
    const { item: name, permitted, because } = verdict
    const subject = { ...toSentenceSubject(explained, item, verdict, entry, language), setBy: found?.setBy }
    const sentence = verdictSentence(verdict, subject, language)
    return { permitted, item: name, sentence, because, entry }
  })
}

/** With what the rule for files does not know: who can sign in at all, and that files of groups are not shared. */
function withOuterRules(
  verdict: Verdict,
  { maySignIn: signsIn }: ExplainedPerson,
  { spaceKind }: ResolvedItem,
): ExplainedVerdict {
  if (!verdict.permitted) return verdict
  if (!signsIn) return { ...verdict, permitted: false, because: 'account' }
  return verdict.item === 'share' && spaceKind !== 'person'
    ? { ...verdict, permitted: false, because: 'group' }
    : verdict
}

interface ExplainedPerson {
  readonly maySignIn: boolean
  readonly actor: Actor
  readonly standpoint: PermissionInput
  /** Undefined where somebody asks about itself. */
  readonly name: string | undefined
}

/** Somebody else's rights are for those who decide them. */
async function loadExplainedPerson(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  userId: string | undefined,
): Promise<ExplainedPerson> {
  if (userId === undefined || userId.toLowerCase() === actor.personId) {
    const begins = item.visiblePath.length === 1 && item.fullPath.length > 1
    return {
      maySignIn: true,
      actor,
      standpoint: { spaceContext: item.spaceContext, entries: item.entries, isVisibleRoot: begins },
      name: undefined,
    }
  }
  requirePermission({ permissions: permissionsIgnoringDissolution(actor, item) }, 'members')
  const found = isId(userId) ? await loadPersonActor(db, userId.toLowerCase(), actor.asOf) : undefined
  const { actor: other, maySignIn } = found ?? refuseNotFound('user')
  const standpoint = (await loadPermissionInput(db, other, item.id)) ?? refuseNotFound('user')
  const entry = standpoint.entries.get(other.personId)?.nearest
  const isRead = entry && visibleFileIds([item]).has(entry.fileId)
  const name = isRead ? other.realName : await nameFor(db, actor, other)
  return { maySignIn: maySignIn, actor: other, standpoint, name }
}

/** Who bears no entry that is seen from there stands in no list of the item, and is told like somebody that one comes across. */
async function nameFor(
  db: Reader,
  actor: Actor,
  { personId, realName, accountName }: Actor,
): Promise<string> {
  const other = { principalType: 'user', principalId: personId, count: 1 } as const
  const [known] = await maskPrincipals(db, actor, [{ ...other, name: realName, detail: accountName }])
  return known?.name ?? ''
}

interface EntryDetails {
  readonly entry: Privilege
  readonly setBy: SentenceSubject['setBy']
}

/** The entries that verdicts name, as they are shown, and of what keeps somebody out who set it. */
async function loadEntryDetails(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  verdicts: readonly ExplainedVerdict[],
  language: Language,
): Promise<Map<string, EntryDetails>> {
  const entries = await entriesByKey(
    db,
    verdicts.flatMap(({ entry }) => entry ?? []),
  )
  const shown = await presentMaskedPrincipals(db, actor, entries, visibleFileIds([item]))
  const seen = toEntryViewer(item, language)
  const setters = await settersOf(db, actor, entries, seen)
  return new Map(
    entries.flatMap((entry) => {
      const principal = shown.get(entry.principalId)
      const privilege = principal && {
        entry: toPrivilege(entry, principal, seen),
        setBy: setters.get(entry.createdBy ?? ''),
      }
      return privilege ? [[entry.fileId + entry.principalId, privilege]] : []
    }),
  )
}

/** By id, by the names that the actor may read; of what stands on folders that it may not know of nobody is named. */
async function settersOf(
  db: Reader,
  actor: Actor,
  entries: readonly EntryOnPath[],
  { names }: EntryViewer,
): Promise<Map<string, NonNullable<SentenceSubject['setBy']>>> {
  const ids = entries.flatMap(({ role, fileId, createdBy }) =>
    role === 'forbidden' && createdBy !== null && names.has(fileId) ? [createdBy] : [],
  )
  const people = await presentPrincipals(
    db,
    ids.map((principalId) => ({ principalType: 'person', principalId })),
  )
  const known = await maskPrincipals(db, actor, [...people.values()])
  return new Map(
    known.map(({ principalId, name }) => [principalId, { name, isReader: principalId === actor.personId }]),
  )
}

function toSentenceSubject(
  { actor, name }: ExplainedPerson,
  item: ResolvedItem,
  { entry }: ExplainedVerdict,
  privilege: Privilege | null,
  language: Language,
): Omit<SentenceSubject, 'setBy'> {
  const names = namesOf(item, language)
  const type = privilege?.principalType
  return {
    person: name,
    itemName: names.get(item.id) ?? item.name,
    fromName: entry && names.get(entry.fileId),
    through:
      privilege && (type === 'department' || type === 'group') && entry?.principalId !== actor.personId
        ? { type, name: privilege.name }
        : undefined,
  }
}
