import { checkDownload, type DownloadDecision } from '@clouddisk/client/downloads/check'
import type { DownloadQueue } from '@clouddisk/client/downloads/state'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import type { Downloadable } from '../../../lib/extension-points.ts'
import { loadWithTimeout } from '../../../lib/lazy-part.ts'
import { preferences } from '../../../lib/preferences.ts'
import { ask } from '../../../ui/confirm.tsx'
import { transferRules } from '../limits.ts'
import { type ClientOffer, clientOffer, isTipShown, noteTipShown } from '../local-helper/offer.ts'
import { type DownloadMode, downloadQuestion, modeAsSet } from './download-messages.ts'

/** Checks a selection, asks once, and queues its downloads (A§5, C7). Returns the number of added rows. */
export async function chooseDownload(chosen: readonly Downloadable[], queue: DownloadQueue): Promise<number> {
  const { limits, zip } = await transferRules()
  const items = chosen.map(asItem)
  const queued = queue.snapshot().downloads.filter(({ status }) => status === 'waiting').length
  const decision = checkDownload(items, { limits, queued, archive: zip })
  const offer = chosen.some(({ versionId }) => versionId !== undefined) ? undefined : await clientOffer()
  const asked = await chooseMode(decision, limits, zip, offer)
  const tooBig = (item: DownloadItem) => item.classifierId === 'File' && item.fileSize > LIMITS.fileBytesMax
  const taken = items.filter((item) => !tooBig(item))
  const mode = asked === 'client' && offer ? await byClient(offer, taken, zip) : asked
  const [first, ...rest] = taken
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

/** What is left for the browser. */
async function byClient(
  offer: ClientOffer,
  items: readonly DownloadItem[],
  zip: boolean,
): Promise<DownloadMode> {
  const { downloadByClient } = await loadWithTimeout(() => import('../local-helper/download-by-client.ts'))
  if ((await downloadByClient(offer, items)) !== 'browser') return 'none'
  return zip && items.some(({ classifierId }) => classifierId === 'Folder') ? 'zip' : 'files'
}

async function chooseMode(
  decision: DownloadDecision,
  limits: Limits,
  zip: boolean,
  offer: ClientOffer | undefined,
): Promise<DownloadMode> {
  const set = modeAsSet(decision, preferences().downloadAs, zip)
  if (set) return set
  const client = offer && { url: offer.url, tipBytes: isTipShown() ? null : limits.plugInTipBytes }
  const question = downloadQuestion(decision, limits.manyFilesPrompt, zip, client)
  if (question && client) noteTipShown()
  if (!question) return decision.files.length > 0 ? 'files' : 'none'
  return question[await ask(question.options)] ?? 'none'
}
