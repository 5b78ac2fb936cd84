import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { queryUploadedFiles } from '@clouddisk/contract/uploads'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { withSharing } from '../../../http/mount.ts'
import { presentAllSaved } from '../commit-file.ts'
import * as store from './store.ts'

/** Results of a batch, for a sender that has lost the files by a reload. */
export async function uploadedFiles(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryUploadedFiles>,
  language: Language,
): Promise<Reply<typeof queryUploadedFiles>> {
  const sessions = await store.batchSessions(ctx.db.reader, actor.personId, input.batchId.toLowerCase())
  const arrived = sessions.flatMap(({ fileId, outcome }) => (fileId && outcome ? [{ fileId, outcome }] : []))
  const shown = await presentAllSaved(ctx, withSharing(actor, input), arrived, language)
  return {
    list: sessions.map(({ no, state, fileId, outcome }) => {
      const file = shown.get(fileId ?? '')
      return { no, isOpen: state === 'open', ...(file && outcome && { file: { ...file, outcome } }) }
    }),
  }
}
