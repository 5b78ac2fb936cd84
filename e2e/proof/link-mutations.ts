// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source
import type { Catcher, Mutation } from './mutations.ts'

export const visitors: Catcher = { test: 'test/visitor-matrix/visitor-matrix.test.ts' }
export const held: Catcher = { test: 'src/features/links/review/held.test.ts' }
export const classified: Catcher = { test: 'src/features/files/classify.test.ts' }
export const outside: Catcher = { test: 'test/visitor-matrix/outside.test.ts' }

/** Faults of links for visitors; as in mutations.ts. */
export const LINK_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a link opens all that its owner has',
    file: 'server/src/access/resolve.ts',
    find: 'if (limit < 0 && (actor.link || !isInOwnSpace(actor, evaluated))) return undefined',
    replace: 'if (limit < 0 && !isInOwnSpace(actor, evaluated)) return undefined',
    caughtBy: outside,
  },
  {
    name: 'a link opens what any link opens',
    file: 'server/src/access/resolve.ts',
    find: "exists (select from link_target t where t.link_id = ${slot('linkId')}::uuid and t.file_id = up.id)",
    replace: 'exists (select from link_target t where t.file_id = up.id)',
    caughtBy: outside,
  },
  {
    name: 'visitors of a link do what its owner may',
    file: 'server/src/access/link-visitor.ts',
    find: 'permissionBoundary: new Set(items.filter((item) => !boundary || boundary.has(item))),',
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'a link gives what its owner may share no more',
    file: 'server/src/access/entries.ts',
    find: "if (actor.link && !union.has('share')) return NO_PERMISSIONS",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'the session of one link opens another',
    file: 'server/src/features/links/visits.ts',
    find: 'return session?.link.path === linkPath ? session : undefined',
    replace: 'return session',
    caughtBy: visitors,
  },
  {
    name: 'a link without its code opens',
    file: 'server/src/features/links/visits.ts',
    find: "if (link.code !== null) refuse('link_not_open', { needCode: true })",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'the code of a link need not be right',
    file: 'server/src/features/links/visits.ts',
    find: 'if (code.trim() !== openCode(ctx, link.id, link.code)) {',
    replace: 'if (code === openCode(ctx, link.id, link.code).slice(1)) {',
    caughtBy: visitors,
  },
  {
    name: 'a new code of a link leaves the sessions of the old one',
    file: 'server/src/features/links/links.ts',
    find: 'if (isNewCode) await store.deleteVisitors(tx, link.id)',
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'a stopped link opens',
    file: 'server/src/access/link-visitor.ts',
    find: "if (link.endedAt) return { status: 'expired', reason: 'stopped' }",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'a link opens after its time',
    file: 'server/src/access/link-visitor.ts',
    find: "if (link.expiresAt && link.expiresAt <= asOf) return { status: 'expired', reason: 'time' }",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'the link of a frozen owner opens',
    file: 'server/src/access/link-visitor.ts',
    find: "if (!link.ownerMaySignIn) return { status: 'failed', reason: 'owner' }",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'a link is visited more often than it may be',
    file: 'server/src/features/links/store.ts',
    find: 'and (max_visits is null or visits < max_visits)',
    replace: '',
    // Visitors who come one after another are refused before.
    caughtBy: { test: 'src/features/links/links.test.ts' },
  },
  {
    name: 'a link for designated people opens for everybody who is signed in',
    file: 'server/src/access/link-visitor.ts',
    find: "if (link.visitor === 'signedIn' || person.personId === link.ownerId) return true",
    replace: 'if (person) return true',
    caughtBy: visitors,
  },
  {
    name: 'a link for people who are signed in opens for everybody',
    file: 'server/src/access/link-visitor.ts',
    find: "  if (link.visitor === 'anyone') return true\n  if (!person) return false\n",
    replace: "  if (link.visitor === 'anyone' || !person) return true\n",
    caughtBy: visitors,
  },
  {
    name: 'the names of a link’s owner are not masked',
    file: 'server/src/features/links/browse.ts',
    find: 'createUser: maskName(item.createUser)',
    replace: 'createUser: item.createUser',
    caughtBy: outside,
  },
  {
    name: 'a link under review opens',
    file: 'server/src/access/link-visitor.ts',
    find: "  if (link.review !== 'passed') return REVIEWS[link.review]\n",
    replace: '',
    caughtBy: visitors,
  },
  {
    name: 'a file of a link that was not checked is found by its id',
    file: 'server/src/access/resolve.ts',
    find: 'evaluated.permissions.size === 0 || evaluated.self.is_held)',
    replace: 'evaluated.permissions.size === 0)',
    caughtBy: held,
  },
  {
    name: 'a file of a link that was not checked is listed',
    file: 'server/src/tree/hidden.ts',
    find: 'const held = await heldChildren(db, actor, folder.id)',
    replace: 'const held: string[] = await heldChildren(db, {}, folder.id)',
    caughtBy: held,
  },
  {
    name: 'a file of a link that was not checked is in its ZIP',
    file: 'server/src/features/downloads/collect-entries.ts',
    find: '.filter((row) => !held.has(row.id))',
    replace: '.filter((row) => row.id !== String(held))',
    caughtBy: held,
  },
  {
    name: 'a file of a link that was not checked is saved',
    file: 'server/src/features/files/copy-job.ts',
    find: 'return [...held, ...deniedIds',
    replace: 'return [...(held.size < 0 ? held : []), ...deniedIds',
    caughtBy: held,
  },
  {
    name: 'visitors see what is highly classified, by its id',
    file: 'server/src/access/resolve.ts',
    find: 'if (actor.link && isHigh(setLevel)) return undefined',
    replace: '',
    caughtBy: classified,
  },
  {
    name: 'visitors see what is highly classified, in lists and archives',
    file: 'server/src/access/held.ts',
    find: 'f.classification >= ${HIGH_CLASSIFICATION} or',
    replace: 'false or',
    caughtBy: classified,
  },
  {
    name: 'what is highly classified is linked',
    file: 'server/src/features/links/links.ts',
    find: "if (isHigh(item.setLevel)) refuse('high_not_linked', { name: item.name })",
    replace: '',
    caughtBy: classified,
  },
  {
    name: 'what is highly classified comes into linked folders',
    file: 'server/src/access/classification.ts',
    find: 'if (isHighInside && (await isLinked(db, asOf, target.id)))',
    replace: 'if (isHighInside && false)',
    caughtBy: classified,
  },
  {
    name: 'who does not decide about access classifies',
    file: 'server/src/features/files/classify.ts',
    find: "requirePermissionWithReason(actor, item, 'members')",
    replace: "requirePermissionWithReason(actor, item, 'preview')",
    caughtBy: classified,
  },
]
