import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import type { restoreVersion as contract } from '@clouddisk/contract/versions'
import type { Actor } from '../../access/actor.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { fileById } from '../../tree/files.ts'
import { presentItem } from '../../tree/present.ts'
import { charge } from '../../tree/quota.ts'
import { addTotals } from '../../tree/totals.ts'
import { trimVersions } from '../../tree/version-limits.ts'
import { insertVersions, setCurrentVersion } from '../../tree/versions.ts'
import { type PassedFiles, recordPassed } from '../dlp/places/passed.ts'
import { hasRuleFor } from '../dlp/places/place-rules.ts'
import { refuseSensitive } from '../dlp/places/refuse-sensitive.ts'
import { storedVersion } from './store.ts'
import { lockedFile, requireVersionId } from './versioned-file.ts'

/**
 * Makes the content of an earlier version the current one: a new version of the same content, so that none is lost. Nothing
 * is copied, but the space is charged for it as for any version.
 */
export async function restoreVersion(
  ctx: Context,
  actor: Actor,
  { instanceId, versionId }: Input<typeof contract>,
  language: Language,
): Promise<Instance> {
  const passed = await refuseSensitiveVersion(ctx, actor, instanceId, versionId)
  return ctx.db.transact(async (tx) => {
    const located = await lockedFile(tx, actor, instanceId, 'versionRecover')
    requireVersionId(versionId)
    const file = (await fileById(tx, located.id)) ?? refuse('not_found')
    const { no, state, isInfected, ...content } =
      (await storedVersion(tx, file.id, versionId)) ?? refuseNotFound('version')
    if (file.versionId === versionId.toLowerCase()) refuse('version_current')
    if (state === 'quarantined') refuse('content_damaged')
    if (isInfected) refuse('virus_found')
    const { size } = content
    await charge(tx, file.spaceId, size)
    const version = {
      ...content,
      id: newId(),
      fileId: file.id,
      no: file.versionNo + 1,
      personId: actor.personId,
      restoredFrom: no,
    }
    await insertVersions(tx, [version])
    await setCurrentVersion(tx, file.id, { ...version, addedCharge: size })
    if (file.parentId !== null)
      await addTotals(
        tx,
        file.parentId,
        { size: size - file.size, charge: size, files: 0, folders: 0 },
        { files: 0, folders: 0 },
      )
    await recordChange(tx, {
      kind: 'file.versioned',
      spaceId: file.spaceId,
      fileId: file.id,
      parentIds: [file.parentId],
      actorId: actor.personId,
      details: { restoredVersion: no, version: version.no, size },
    })
    await recordPassed(tx, passed, [{ topId: file.id, isNow: file.id }])
    await trimVersions(tx, file.id)
    return presentItem(tx, actor, located, language)
  })
}

/** With 110008, in a group: the version's content comes among others again. What may not be restored at all is left to the call itself. */
async function refuseSensitiveVersion(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  versionId: string,
): Promise<PassedFiles | undefined> {
  const db = ctx.db.reader
  if (!isId(versionId) || !(await hasRuleFor(db, 'upload'))) return undefined
  const file = (await resolveAll(db, actor, [instanceId])).get(instanceId.toLowerCase())
  if (file?.spaceKind !== 'group' || file.isFolder || !file.permissions.has('versionRecover'))
    return undefined
  return refuseSensitive(ctx, actor, { place: 'upload', topIds: [file.id], versionId })
}
