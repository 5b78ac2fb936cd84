import type { Language } from '@clouddisk/contract/errors'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Explanation, explainPrivilege, Privilege } from '@clouddisk/contract/privileges'
import { KEPT_ROLES, ROLE_ITEMS, SHOWN_ITEMS } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import {
  loadPermissionInput,
  permissionsIgnoringDissolution,
  type ResolvedItem,
  requirePermission,
  resolveWithPermission,
} from '../../access/access.ts'
import { type Actor, loadPersonActor } from '../../access/actor.ts'
import { explainPermission, type PermissionInput, type Verdict } from '../../access/explain.ts'
import { presentPrincipals } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { breadcrumbsOf } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { asKnownTo } from '../directory/search.ts'
import { entriesNamed, type HeldEntry, heldAt } from './held.ts'
import { knownPrincipals, seenIn } from './known.ts'
import { type Decided, type Subject, sentenceOf } from './sentence.ts'

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
  return accessTo(db, actor, item, language)
}

/** Who has access to an item that was found for the actor. */
export async function accessTo(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  language: Language,
): Promise<Privilege[]> {
  const trail = item.fullPath.map((step) => step.id)
  const entries = await heldAt(db, trail, actor.asOf)
  const shown = await knownPrincipals(db, actor, entries, seenIn([item]))
  const seen = seenBy(item, language)
  return entries.flatMap((entry) => {
    const principal = shown.get(entry.principalId)
    return principal ? [privilegeOf(entry, principal, seen)] : []
  })
}

/** What an item's entries are looked at with. */
interface Seen {
  readonly item: ResolvedItem
  readonly names: ReadonlyMap<string, string>
  readonly manages: boolean
}

const seenBy = (item: ResolvedItem, language: Language): Seen => ({
  item,
  names: namesOf(item, language),
  manages: !item.spaceContext.readOnly && item.permissions.has('members'),
})

function privilegeOf(
  { fileId, role, source, expiresAt }: HeldEntry,
  principal: ShownPrincipal,
  { item, names, manages }: Seen,
): Privilege {
  return {
    ...principal,
    role,
    fromId: names.has(fileId) ? fileId : null,
    fromName: names.get(fileId) ?? null,
    inherited: fileId !== item.id,
    fileAuth: [...(ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] ?? [])],
    expires: expiresAt?.toISOString() ?? null,
    canChange: manages && isOpen({ fileId, role, source }, item),
  }
}

/**
 * Whether an entry can be changed at the item: in a group every one that no owner or manager holds from farther up, of
 * a share those on what is shared itself.
 */
function isOpen(
  { fileId, role, source }: Pick<HeldEntry, 'fileId' | 'role' | 'source'>,
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
  const asked = await askedAbout(db, actor, item, input.userId)
  const wanted = input.item === undefined ? SHOWN_ITEMS : [input.item]
  const verdicts = wanted.map((one) =>
    decided(explainPermission(asked.actor, asked.standpoint, one), asked, item),
  )
  const told = await tellOf(db, actor, item, verdicts, language)
  return verdicts.map((verdict) => {
    const found = verdict.entry && told.get(verdict.entry.fileId + verdict.entry.principalId)
    const entry = found?.entry ?? null
    const { item: name, permitted, because } = verdict
    const subject = { ...subjectOf(asked, item, verdict, entry, language), setBy: found?.setBy }
    const sentence = sentenceOf(verdict, subject, language)
    return { permitted, item: name, sentence, because, entry }
  })
}

/** With what the rule for files does not know: who can sign in at all, and that files of groups are not shared. */
function decided(verdict: Verdict, { signsIn }: Asked, { spaceKind }: ResolvedItem): Decided {
  if (!verdict.permitted) return verdict
  if (!signsIn) return { ...verdict, permitted: false, because: 'account' }
  return verdict.item === 'share' && spaceKind !== 'person'
    ? { ...verdict, permitted: false, because: 'group' }
    : verdict
}

interface Asked {
  readonly signsIn: boolean
  readonly actor: Actor
  readonly standpoint: PermissionInput
  /** Undefined where somebody asks about itself. */
  readonly name: string | undefined
}

/** Somebody else's rights are for those who decide them. */
async function askedAbout(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  userId: string | undefined,
): Promise<Asked> {
  if (userId === undefined || userId.toLowerCase() === actor.personId) {
    const begins = item.visiblePath.length === 1 && item.fullPath.length > 1
    return {
      signsIn: true,
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
  const isRead = entry && seenIn([item]).has(entry.fileId)
  const name = isRead ? other.realName : await nameFor(db, actor, other)
  return { signsIn: maySignIn, actor: other, standpoint, name }
}

/** Who bears no entry that is seen from there stands in no list of the item, and is told like somebody that one comes across. */
async function nameFor(
  db: Reader,
  actor: Actor,
  { personId, realName, accountName }: Actor,
): Promise<string> {
  const other = { principalType: 'user', principalId: personId, count: 1 } as const
  const [known] = await asKnownTo(db, actor, [{ ...other, name: realName, detail: accountName }])
  return known?.name ?? ''
}

interface Told {
  readonly entry: Privilege
  readonly setBy: Subject['setBy']
}

/** The entries that verdicts name, as they are shown, and of what keeps somebody out who set it. */
async function tellOf(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  verdicts: readonly Decided[],
  language: Language,
): Promise<Map<string, Told>> {
  const entries = await entriesNamed(
    db,
    verdicts.flatMap(({ entry }) => entry ?? []),
  )
  const shown = await knownPrincipals(db, actor, entries, seenIn([item]))
  const seen = seenBy(item, language)
  const setters = await settersOf(db, actor, entries, seen)
  return new Map(
    entries.flatMap((entry) => {
      const principal = shown.get(entry.principalId)
      const told = principal && {
        entry: privilegeOf(entry, principal, seen),
        setBy: setters.get(entry.createdBy ?? ''),
      }
      return told ? [[entry.fileId + entry.principalId, told]] : []
    }),
  )
}

/** By id, by the names that the actor may read; of what stands on folders that it may not know of nobody is named. */
async function settersOf(
  db: Reader,
  actor: Actor,
  entries: readonly HeldEntry[],
  { names }: Seen,
): Promise<Map<string, NonNullable<Subject['setBy']>>> {
  const ids = entries.flatMap(({ role, fileId, createdBy }) =>
    role === 'forbidden' && createdBy !== null && names.has(fileId) ? [createdBy] : [],
  )
  const people = await presentPrincipals(
    db,
    ids.map((principalId) => ({ principalType: 'person', principalId })),
  )
  const known = await asKnownTo(db, actor, [...people.values()])
  return new Map(
    known.map(({ principalId, name }) => [principalId, { name, isReader: principalId === actor.personId }]),
  )
}

function subjectOf(
  { actor, name }: Asked,
  item: ResolvedItem,
  { entry }: Decided,
  told: Privilege | null,
  language: Language,
): Omit<Subject, 'setBy'> {
  const names = namesOf(item, language)
  const type = told?.principalType
  return {
    person: name,
    itemName: names.get(item.id) ?? item.name,
    fromName: entry && names.get(entry.fileId),
    through:
      told && (type === 'department' || type === 'group') && entry?.principalId !== actor.personId
        ? { type, name: told.name }
        : undefined,
  }
}
