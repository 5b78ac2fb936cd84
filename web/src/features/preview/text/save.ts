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

/** The details of `edited_meanwhile`. */
export interface OtherSave {
  readonly user: string
  readonly userId: string
  /** ISO. */
  readonly time: string
  readonly versionId: string
}

/** The text as it is saved now. */
export async function readSaved({
  instanceId,
}: Pick<Instance, 'instanceId'>): Promise<{ text: string; versionId: string }> {
  const start = await readStart(await call(getDownloadUrl, { instanceId, mode: 'preview' }))
  return { text: decodeText(start.bytes, detectEncoding(start.bytes)), versionId: start.versionId }
}
