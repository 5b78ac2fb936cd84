import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { createOnline } from '@clouddisk/contract/coediting'
import type { Language } from '@clouddisk/contract/errors'
import { nameFault, splitName } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'
import { savePut } from '../uploads/put-small.ts'

/** Makes an empty document, under a free name. */
export async function create(
  ctx: Context,
  actor: Actor,
  { kind, instanceName: name, parentId }: Input<typeof createOnline>,
  language: Language,
): Promise<SavedInstance> {
  const fault = nameFault(name, ctx.config.limits.nameMax)
  if (fault) refuseField('instanceName', fault)
  if (splitName(name).ext.toLowerCase() !== kind) refuseField('instanceName', 'unknown_value')
  refuseFileName(ctx, actor, name)
  const bytes = await readFile(new URL(`./empty/empty.${kind}`, import.meta.url))
  const sha256 = createHash('sha256').update(bytes).digest()
  const input = {
    instanceName: name,
    conflict: 'keepBoth' as const,
    ...(parentId !== undefined && { parentId }),
  }
  const announced = { input, name, size: bytes.length, claim: undefined }
  return savePut(ctx, actor, announced, { bytes, sha256 }, language)
}
