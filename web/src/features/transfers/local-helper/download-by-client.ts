import { type DownloadItem, queryFolderDownload } from '@clouddisk/contract/downloads'
import { HELPER_RESULTS } from '@clouddisk/contract/local-helper'
import { call, callerName } from '../../../lib/api.ts'
import { t as q } from '../../../lib/download-strings.ts'
import { limits } from '../../../lib/limits.ts'
import { toast } from '../../../ui/toast.tsx'
import { downloadOf, type HelperDownload, messagesOf } from './download-items.ts'
import { accepted, type HandOver, HelperRefused, handOver, tokenFor } from './hand-over.ts'
import type { ClientOffer } from './offer.ts'
import { t } from './strings.ts'

/** Files and folders, with all that is in them (R133, R209). */
export function downloadByClient(offer: ClientOffer, items: readonly DownloadItem[]): Promise<HandOver> {
  return handOver(offer, 'download', 'saving', async (connection) => {
    const files = (await Promise.all(items.map(filesOf))).flat()
    requireRoom(files.length)
    for (const data of messagesOf(files))
      accepted(await connection.ask({ operation: 'download', token: await tokenFor('download'), data }))
    connection.close()
    if (files.length === 0) toast.info(t('nothingInFolder'))
    else toast.ok(t('downloadsHandedOver', { count: files.length }))
  })
}

/** @throws HelperRefused for more files than the client takes (R134). */
function requireRoom(count: number): void {
  const limit = limits().downloadFilesMax
  if (count <= limit) return
  const errmsg = q('downloadTooMuch', { limit, count })
  throw new HelperRefused({ operation: 'download', resultCode: HELPER_RESULTS.failed, errmsg })
}

async function filesOf(item: DownloadItem): Promise<HelperDownload[]> {
  const userName = callerName() ?? ''
  if (item.classifierId === 'File') return [downloadOf(item, [], userName)]
  const { list } = await call(queryFolderDownload, { parentId: item.instanceId })
  return list
    .filter(({ classifierId }) => classifierId === 'File')
    .map((file) =>
      downloadOf(file, [item.instanceName, ...file.folderPath.split('/').filter(Boolean)], userName),
    )
}
