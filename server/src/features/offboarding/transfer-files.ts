import { formatSize } from '@clouddisk/contract/format'
import { requireOwnGroups } from '../../access/group-ownership.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange, recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { notify } from '../../notifications/notify.ts'
import { attach } from '../../tree/attach.ts'
import { transferToSpace } from '../../tree/cross-space.ts'
import { childByKey, type FileRow, filesById } from '../../tree/files.ts'
import { depthRefusal, insertFolder } from '../../tree/folders.ts'
import { findFreeName, storedName } from '../../tree/names.ts'
import { folderExtents } from '../../tree/reparent.ts'
import { personSpace, type Space } from '../../tree/spaces.ts'
import { accountFault } from '../accounts/policy.ts'
import { type OwnedGroup, ownedGroups, transferOwnedGroups } from '../groups/transfer-ownership.ts'
import * as store from './store.ts'

/**
 * Transfers all belongings of a person in one transaction: files with versions and shares, groups with their allowance.
 */

/** Does nothing if already done. Records and returns a failure. */
export async function transferBelongings(ctx: Context, personId: string): Promise<Refusal | undefined> {
  try {
    await ctx.db.transact((tx) => executeTransfer(ctx, tx, personId))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.db.transact(async (tx) => {
      const offboarding = await store.lockOffboarding(tx, personId)
      if (offboarding?.state !== 'handing') return
      await store.setState(tx, personId, 'failed', { failure: error.errorName, details: error.details })
    })
    return error
  }
}

async function executeTransfer(ctx: Context, tx: Tx, personId: string): Promise<void> {
  const toId = (await store.offboardingOf(tx, personId))?.toId
  if (!toId) return
  await store.lockBothAccounts(tx, personId, toId)
  const offboarding = await store.lockOffboarding(tx, personId)
  // Cancelled or changed meanwhile.
  if (offboarding?.state !== 'handing' || offboarding.toId !== toId) return
  if ((await store.lockPersonStatus(tx, personId)) !== 'frozen') return
  const receiver = await tx
    .selectFrom('person')
    .select(['status', 'valid_until as validUntil'])
    .where('id', '=', toId)
    .executeTakeFirstOrThrow()
  const fault = accountFault(receiver, ctx.now())
  if (fault) refuse(fault)
  const [from, to] = [await personSpace(tx, personId), await personSpace(tx, toId)]
  const groups = await ownedGroups(tx, personId)
  if (groups.length > 0) await requireOwnGroups(tx, toId, ctx.now(), 'toUserId')
  const files = await filesOf(tx, from)
  if (offboarding.raiseQuota) await enlargeReceiver(tx, offboarding, to, files, groups)
  await moveFiles(tx, offboarding, from, to, files)
  await transferOwnedGroups(ctx, tx, personId, toId, {
    personId: offboarding.byId,
    realName: offboarding.byName,
  })
  await store.setState(tx, personId, 'kept')
  await audit(tx, {
    actor: transferInitiator(offboarding),
    action: 'person.handedOver',
    object: { type: 'person', id: personId, name: offboarding.personName },
    detail: { to: toId, items: files.length, groups: groups.map((group) => group.name) },
  })
  if (files.length === 0) return
  const total = files.reduce((sum, row) => sum + row.totals.files, 0)
  await notify(ctx, tx, {
    kind: 'files.handedOver',
    to: [{ principalType: 'person', principalId: toId }],
    data: {
      actorName: offboarding.personName,
      instanceName: offboarding.folderName,
      count: total,
      used: files.reduce((sum, row) => sum + row.totals.charge, 0),
    },
  })
}

/** The initiator, also if a job executes the transfer. */
const transferInitiator = ({ byId, byName, byAccount }: store.OffboardingRow) => ({
  id: byId,
  name: byName,
  account: byAccount,
})

async function filesOf(tx: Tx, { rootId }: Space): Promise<FileRow[]> {
  const tops = await tx.selectFrom('file').select('id').where('parent_id', '=', rootId).execute()
  const ids = tops.map((top) => top.id)
  return ids.length === 0 ? [] : [...(await filesById(tx, ids)).values()]
}

/** Raises the receiver's quota as needed, and audits it like any change of quota. */
async function enlargeReceiver(
  tx: Tx,
  offboarding: store.OffboardingRow,
  to: Space,
  files: readonly FileRow[],
  groups: readonly OwnedGroup[],
): Promise<void> {
  const { toId, toName, byId } = offboarding
  if (toId === null) return
  const own = groups.filter((group) => group.countsForOwner)
  const groupTotal = await store.enlargeAllowance(
    tx,
    toId,
    own.reduce((sum, group) => sum + group.total, 0),
  )
  const total = await store.enlargeSpace(
    tx,
    to.id,
    files.reduce((sum, row) => sum + row.totals.charge, 0),
  )
  if (groupTotal === undefined && total === undefined) return
  await audit(tx, {
    actor: transferInitiator(offboarding),
    action: 'person.changed',
    object: { type: 'person', id: toId, name: toName ?? '' },
    detail: { ...(total !== undefined && { total }), ...(groupTotal !== undefined && { groupTotal }) },
  })
  await recordChange(tx, {
    kind: 'capacity.changed',
    spaceId: null,
    personId: toId,
    fileId: null,
    parentIds: [],
    actorId: byId,
  })
}

/** Moves the files into a folder of the receiver named after the former owner. */
async function moveFiles(
  tx: Tx,
  { personId, toId, byId, folderName }: store.OffboardingRow,
  from: Space,
  to: Space,
  rows: readonly FileRow[],
): Promise<void> {
  if (toId === null || rows.length === 0) return
  await refuseTooDeep(tx, rows, folderName)
  const actor = { personId: toId }
  const newName = storedName(folderName, true)
  const taken = await childByKey(tx, to.rootId, newName.nameKey)
  const { name } = taken ? await findFreeName(tx, to.rootId, folderName, true) : newName
  const folderId = await insertFolder(tx, to.id, to.rootId, name, actor, byId)
  await attach(
    tx,
    { id: folderId },
    rows.map((row) => ({ row, name: row })),
  )
  await transferToSpace(tx, { spaceId: to.id }, rows)
  await store.adoptShares(
    tx,
    rows.map((row) => row.id),
    personId,
    toId,
    byId,
  )
  await recordChanges(
    tx,
    rows.flatMap((row) => {
      const change = { kind: 'file.moved' as const, fileId: row.id, actorId: byId }
      const details = { from: from.rootId, to: folderId, name: row.name }
      return [
        { ...change, spaceId: from.id, parentIds: [from.rootId], details: { ...details, leaving: true } },
        { ...change, spaceId: to.id, parentIds: [folderId], details },
      ]
    }),
  )
}

/** Throws if the files, one level deeper than before, exceed the depth limit. */
async function refuseTooDeep(tx: Tx, rows: readonly FileRow[], folderName: string): Promise<void> {
  const reaches = await folderExtents(
    tx,
    rows.filter((row) => row.isFolder).map((row) => row.id),
  )
  const parent = {
    fullPath: [
      { id: '', name: '' },
      { id: '', name: folderName },
    ],
  }
  for (const reach of reaches.values()) {
    const fault = depthRefusal(parent, reach)
    if (fault) throw fault
  }
}

/** Details of a failure, with byte counts formatted for people. */
export const toAuditDetails = (details: Record<string, unknown> | null): Record<string, unknown> => {
  const { missingBytes } = details ?? {}
  return { ...details, ...(typeof missingBytes === 'number' && { missing: formatSize(missingBytes) }) }
}
