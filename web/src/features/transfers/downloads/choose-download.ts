import { checkDownload, type DownloadDecision } from '@clouddisk/client/downloads/check'
import type { DownloadQueue } from '@clouddisk/client/downloads/state'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Downloadable } from '../../../lib/extension-points.ts'
import { preferences } from '../../../lib/preferences.ts'
import { ask } from '../../../ui/confirm.tsx'
import { transferRules } from '../limits.ts'
import { type DownloadMode, downloadQuestion, modeAsSet } from './download-messages.ts'

/** Checks a selection, asks once, and queues its downloads (A§5, C7). Returns the number of added rows. */
export async function chooseDownload(chosen: readonly Downloadable[], queue: DownloadQueue): Promise<number> {
  const { limits, zip } = await transferRules()
  const items = chosen.map(asItem)
  const queued = queue.snapshot().downloads.filter(({ status }) => status === 'waiting').length
  const decision = checkDownload(items, { limits, queued, archive: zip })
  const mode = await chooseMode(decision, limits.manyFilesPrompt, zip)
  const tooBig = (item: DownloadItem) => item.classifierId === 'File' && item.fileSize > LIMITS.fileBytesMax
  const [first, ...rest] = items.filter((item) => !tooBig(item))
  if (mode === 'zip' && first) queue.addArchive([first, ...rest])
  else if (mode === 'files') queue.add(decision.files)
  return mode === 'zip' ? 1 : mode === 'files' ? decision.files.length : 0
}

export const asItem = ({
  instanceId,
  versionId,
  instanceName,
  classifierId,
  fileSize,
}: Downloadable): DownloadItem => ({
  instanceId,
  ...(versionId !== undefined && { versionId }),
  instanceName,
  classifierId,
  fileSize,
  folderPath: '',
})

async function chooseMode(decision: DownloadDecision, many: number, zip: boolean): Promise<DownloadMode> {
  const set = modeAsSet(decision, preferences().downloadAs, zip)
  if (set) return set
  const question = downloadQuestion(decision, many, zip)
  if (!question) return decision.files.length > 0 ? 'files' : 'none'
  return question[await ask(question.options)] ?? 'none'
}
