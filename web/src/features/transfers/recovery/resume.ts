import { matchResumable } from '@clouddisk/client/uploads/resume-match'
import { showPanel } from '../panel/panel-actions.ts'
import type { GatheredSelection } from '../sources/gather.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'

/** Resumes interrupted uploads into this folder with the chosen files; returns the new files. */
export async function resumeWith(
  gathered: GatheredSelection,
  parentId: string,
  queue: SharedQueue,
): Promise<GatheredSelection> {
  const { matched: waiting, files, folders } = matchResumable(queue.snapshot(), { ...gathered, parentId })
  if (waiting.size === 0) return gathered
  for (const [uid, { size: _, ...file }] of waiting) await queue.run('attachFile', uid, file)
  showPanel('upload')
  return { ...gathered, files, folders }
}
