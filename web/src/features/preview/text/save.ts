import type { ApiError } from '@clouddisk/client/http/errors'
import { currentUser } from '@clouddisk/contract/accounts'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Instance } from '@clouddisk/contract/files'
import { decodeText, detectEncoding, type Encoding } from '@clouddisk/contract/text-encoding'
import { type SavedText, saveText } from '@clouddisk/contract/texts'
import { call } from '../../../lib/api.ts'
import { readStart } from './read-text.ts'

/** What is saved, and over which version. */
export interface TextToSave {
  readonly instanceId: string
  readonly versionId: string
  readonly text: string
  readonly encoding: Encoding
  readonly bom: boolean
}

/** Repeats of a call whose answer was lost carry the same id, so nothing is saved twice. */
export const save = (text: TextToSave, conflict: 'fail' | 'keepBoth' = 'fail'): Promise<SavedText> =>
  call(saveText, { ...text, conflict, saveId: crypto.randomUUID() })

/** What `edited_meanwhile` tells of the save that was first. */
export interface OtherSave {
  readonly user: string
  /** It was oneself, in another window or browser. */
  readonly isOwn: boolean
  /** ISO. */
  readonly time: string
  readonly versionId: string
}

export async function otherSaveOf(refused: ApiError): Promise<OtherSave> {
  const details = refused.details as unknown as Omit<OtherSave, 'isOwn'> & { readonly userId: string }
  // Without an answer the name says who it was.
  const me = await call(currentUser, {}, { quiet: true }).catch(() => undefined)
  return { ...details, isOwn: me?.userId === details.userId }
}

/** The text as it is saved now. */
export async function readSaved({
  instanceId,
}: Pick<Instance, 'instanceId'>): Promise<{ text: string; versionId: string }> {
  const start = await readStart(await call(getDownloadUrl, { instanceId, mode: 'preview' }))
  return { text: decodeText(start.bytes, detectEncoding(start.bytes)), versionId: start.versionId }
}
