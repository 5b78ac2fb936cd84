import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { verifyObject } from '../objects/verify-object.ts'
import { type Blob, blobByContent, decideDedup } from './blobs.ts'

/** Stored content that may be used instead of the same bytes; it is read, since it may be damaged. */
export async function storedAlready(
  { config, db, stores }: Context,
  actor: Actor,
  sha256: Buffer,
  size: number,
): Promise<Blob | undefined> {
  if (config.dedup === 'off') return undefined
  const known = await blobByContent(db.reader, sha256, size)
  if (!known) return undefined
  const { usable } = await decideDedup(db.reader, stores, actor, config.dedup, known.id)
  return usable && !(await verifyObject(stores, { ...known, sha256 })) ? known : undefined
}
