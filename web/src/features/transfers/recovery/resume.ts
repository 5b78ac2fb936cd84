import { chosenAgain } from '@clouddisk/client/uploads/again'
import { showPanel } from '../panel/panel-actions.ts'
import type { GatheredSelection } from '../sources/gather.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'

/** Resumes interrupted uploads into this folder with the chosen files; returns the new files. */
export async function resumeWith(
  gathered: GatheredSelection,
  parentId: string,
  queue: SharedQueue,
): Promise<GatheredSelection> {
  const { waiting, files, folders } = chosenAgain(queue.snapshot(), { ...gathered, parentId })
  if (waiting.size === 0) return gathered
  for (const [uid, { size: _, ...file }] of waiting) await queue.run('attachFile', uid, file)
  showPanel('upload')
  return { ...gathered, files, folders }
}
