// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source

import { held, LINK_MUTATIONS, outside, visitors } from './link-mutations.ts'

/**
 * Faults that are planted one at a time into a copy of the source, to show that the proofs and tests catch them. Each
 * names what must stand in the source for it to be planted; where that has changed, it is to be planted anew.
 */

export interface Mutation {
  /** What would be wrong with the product. */
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** What must fail: arguments of the proof, or a test file of the server. */
  readonly caughtBy: Catcher
}
export type Catcher = { readonly proof: readonly string[] } | { readonly test: string }

const crash = (rounds: number): Catcher => ({
  proof: ['--only', 'crash', '--seed', '1000', '--rounds', String(rounds)],
})
const model = (steps: number): Catcher => ({
  proof: ['--only', 'model', '--seed', '1', '--steps', String(steps)],
})
const matrix: Catcher = { test: 'test/matrix/matrix.test.ts' }
const machine: Catcher = { proof: ['--only', 'machine', '--seed', '1', '--runs', '1000'] }

/** What must pass before any fault is planted, or nothing that fails later would mean anything. */
export const CONTROLS: readonly Catcher[] = [
  crash(1),
  model(90),
  { proof: ['--only', 'machine', '--seed', '1', '--runs', '50'] },
  { test: 'test/isolation.test.ts' },
  visitors,
  outside,
  held,
]

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'an answer goes out before its commit is on disk',
    file: 'server/src/db/embedded-settings.ts',
    find: `synchronous_commit: 'on'`,
    replace: `synchronous_commit: 'off'`,
    caughtBy: crash(20),
  },
  {
    name: 'a part is answered before it is written down',
    file: 'server/src/objects/incoming.ts',
    find: 'await this.#appendRecord(recordOf(part))',
    replace: 'setTimeout(() => void this.#appendRecord(recordOf(part)), 500)',
    caughtBy: crash(25),
  },
  {
    name: 'an object is answered before it is in its place',
    file: 'server/src/objects/incoming.ts',
    find: 'await this.#moveToStored()',
    replace: `this.#state = 'over'; setTimeout(() => void this.#moveToStored(), 500)`,
    caughtBy: crash(25),
  },
  {
    name: 'a removed version goes on being charged',
    file: 'server/src/tree/remove-versions.ts',
    find: 'await refund(tx, file.spaceId, bytes)',
    replace: '',
    caughtBy: model(360),
  },
  {
    name: 'a pinned version is removed when it is old',
    file: 'server/src/features/versions/expiry.ts',
    find: 'where not v.pinned and v.id <> f.version_id',
    replace: 'where v.id <> f.version_id',
    caughtBy: model(360),
  },
  {
    name: 'a copy is seen before it is whole',
    file: 'server/src/features/files/copy-plan.ts',
    find: 'null::uuid as parent_id, 0 as level',
    replace: '(select target_id from job where id = ${jobId}::uuid) as parent_id, 0 as level',
    caughtBy: model(300),
  },
  {
    name: 'a batch of small files that is sent again makes second files',
    file: 'server/src/features/uploads/batch/batch.ts',
    find: 'openSessions(ctx, actor, spaceId, batch, files)',
    replace: 'openSessions(ctx, actor, spaceId, crypto.randomUUID(), files)',
    caughtBy: crash(25),
  },
  {
    name: 'a save that is asked for again makes a second file',
    file: 'server/src/features/uploads/store.ts',
    find: `state = 'saved'`,
    replace: `state = 'open'`,
    caughtBy: crash(25),
  },
  {
    name: 'the quota is not held',
    file: 'server/src/tree/quota.ts',
    find: 'used + reserved + ${bytes} <= total)`',
    replace: 'used <= total)`',
    caughtBy: model(300),
  },
  {
    name: 'the quota is looked at first and held later',
    file: 'server/src/tree/quota.ts',
    find: '  where id = ${spaceId} and ${also} and ${fitsSql(more)}\n',
    replace:
      '  where id = ${spaceId} and ${also} and (total is null or ${more} = 0 or (select s.used + s.reserved from space s, pg_sleep(0.02) where s.id = ${spaceId}) + ${more} <= total)\n',
    caughtBy: model(300),
  },
  {
    name: 'a restore takes the place of what is there',
    file: 'server/src/features/trash/restore.ts',
    find: 'const chosen = await names.allocate(',
    replace:
      "for (const { row, target } of placed) await tx.deleteFrom('file').where('parent_id', '=', target.id).where('name', '=', row.name).execute()\n  const chosen = await names.allocate(",
    caughtBy: model(600),
  },
  {
    name: 'what is thrown away for good is still charged',
    file: 'server/src/features/trash/store.ts',
    find: 'coalesce(sum(f.total_charge), 0)::bigint as bytes from moved',
    replace: 'coalesce(sum(f.total_charge) * 0, 0)::bigint as bytes from moved',
    caughtBy: model(600),
  },
  {
    name: 'a folder’s sums are not kept when something is hung in',
    file: 'server/src/tree/attach.ts',
    find: 'named, [...deltas, ...losses]',
    replace: 'named, deltas.length > 0 ? losses : []',
    caughtBy: model(300),
  },
  {
    name: 'a move that becomes a version loses what was there',
    file: 'server/src/tree/reparent.ts',
    find: 'restored_from = restored_from + ${into.versionNo}\n    where file_id = ${from.id}',
    replace: 'restored_from = restored_from + ${into.versionNo}\n    where id = ${from.versionId}',
    caughtBy: model(3000),
  },
  {
    name: 'what is changed is looked at before its space is locked',
    file: 'server/src/tree/spaces.ts',
    find: 'const [, result] = await Promise.all([lockSpacesOf(tx, fileIds), query()])',
    replace: 'const [result] = await Promise.all([query(), lockSpacesOf(tx, fileIds)])',
    caughtBy: { test: 'test/locked.test.ts' },
  },
  {
    name: 'the folder of a save is looked at before its space is locked',
    file: 'server/src/features/uploads/commit-upload.ts',
    find: `const [taken = refuse('upload_gone'), located] = await Promise.all([`,
    replace: `const [located, taken = refuse('upload_gone')] = await Promise.all([\n    resolveAll(tx, actor, [folderId]),`,
    caughtBy: { test: 'test/locked.test.ts' },
  },
  {
    name: 'the folder of an instant upload is looked at before its space is locked',
    file: 'server/src/features/uploads/instant.ts',
    find: 'const [, locked, held, located] = await Promise.all([',
    replace:
      'const [located, , locked, held] = await Promise.all([\n      resolveAll(tx, actor, [parent.id]),',
    caughtBy: { test: 'test/locked.test.ts' },
  },
  {
    name: 'names that differ in form are taken for different',
    file: 'contract/src/names.ts',
    find: `visibleOf(name.normalize('NFC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')`,
    replace: 'visibleOf(name).toLowerCase().toUpperCase().toLowerCase()',
    caughtBy: model(900),
  },
  {
    name: 'the upload queue forgets to end a piece of work',
    file: 'client/src/uploads/transition.ts',
    find: 'tasks: item.work.tasks.filter((other) => other !== task)',
    replace: 'tasks: item.work.tasks',
    caughtBy: machine,
  },
  {
    name: 'the upload queue counts what failed as running',
    file: 'client/src/uploads/plan.ts',
    find: 'transition.items.filter(isActive).map(slotOf)',
    replace: `transition.items.filter((item) => isActive(item) || item.status === 'error').map(slotOf)`,
    caughtBy: machine,
  },
  {
    name: 'another person’s things are there, though not permitted',
    file: 'server/src/access/resolve.ts',
    find: 'if (!evaluated || evaluated.permissions.size === 0 || evaluated.self.is_held) return undefined',
    replace: 'if (!evaluated || evaluated.self.is_held) return undefined',
    caughtBy: { test: 'test/isolation.test.ts' },
  },
  {
    name: 'another person’s upload can be discarded',
    file: 'server/src/features/uploads/open-uploads.ts',
    find: 'if (await store.uploadOf(ctx.db.reader, senderOf(actor), key)) await discard(ctx, key)',
    replace: 'if (actor) await discard(ctx, key)',
    caughtBy: { test: 'test/isolation.test.ts' },
  },
  {
    name: 'an own prohibition counts for nothing',
    file: 'server/src/access/entries.ts',
    find: 'if (findDenial(actor, effective)) return NO_PERMISSIONS',
    replace: '',
    caughtBy: matrix,
  },
  {
    name: 'who received a share has its place and name as well',
    file: 'server/src/access/resolve.ts',
    find: 'permissions: isVisibleRoot(nodes, visibleFrom) ? withoutPlacement(permissions) : permissions',
    replace: 'permissions',
    caughtBy: matrix,
  },
  {
    name: 'a viewer downloads',
    file: 'contract/src/roles.ts',
    find: `const VIEWER: Items = [...OBSERVER, 'preview', 'collect']`,
    replace: `const VIEWER: Items = [...OBSERVER, 'preview', 'collect', 'download']`,
    caughtBy: matrix,
  },
  {
    name: 'an editor gives to others',
    file: 'contract/src/roles.ts',
    find: 'const EDITOR: Items = [',
    replace: `const EDITOR: Items = ['share',`,
    caughtBy: matrix,
  },
  {
    name: 'what has expired still counts',
    file: 'server/src/access/resolve.ts',
    find: "\n      and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz) offset 0",
    replace: ' offset 0',
    caughtBy: matrix,
  },
  {
    name: 'who is in a group no more keeps what single files gave',
    file: 'server/src/access/resolve.ts',
    find: `nonMember: top.kind === 'group' && nodes[0]?.entries.length === 0`,
    replace: 'nonMember: false',
    // What is left behind is taken away as well, so that no call shows it: the property test lays it out by hand.
    caughtBy: { test: 'src/access/rule.property.test.ts' },
  },
  {
    name: 'an administrator of departments has them all',
    file: 'server/src/access/admin.ts',
    find: 'admin.scope : new Set()',
    replace: `'all' : new Set()`,
    caughtBy: { test: 'src/features/directory/admin-scope.test.ts' },
  },
  {
    name: 'what goes into another space is charged to nobody',
    file: 'server/src/tree/cross-space.ts',
    find: 'await charge(tx, target.spaceId, total)',
    replace: '',
    caughtBy: { test: 'src/features/files/move-between.test.ts' },
  },
  ...LINK_MUTATIONS,
]
