import { LIMITS } from '@clouddisk/contract/limits'
import type { HelperReply } from '@clouddisk/contract/local-helper'
import type { FolderTarget } from '../../../lib/extension-points.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/toast.tsx'
import { accepted, type HandOver, handOver, place, tokenFor } from './hand-over.ts'
import type { ClientOffer } from './offer.ts'
import { t } from './strings.ts'

/** The person chooses in the client's window, as the page cannot name files (R209). */
export function uploadByClient(
  offer: ClientOffer,
  target: FolderTarget,
  fileType: 'file' | 'folder',
): Promise<HandOver> {
  return handOver(offer, 'upload', 'choosing', async (connection) => {
    const token = await tokenFor('upload')
    const { count = 0, errmsg } = accepted(
      await connection.ask({
        operation: 'upload',
        instanceType: target.groupId ?? '0',
        ...{ fileType, fileParentId: target.instanceId, token, ...place() },
        ...{ linkPath: '', linkCode: '', shareUrl: '' },
      }),
    )
    toast.ok(count > 0 ? t('uploadsHandedOver', { count }) : t('foldersCreated'))
    if (errmsg) toast.info(errmsg)
    const refresh = () => refreshFolder(target.instanceId)
    connection.follow((reply) => {
      refresh()
      if (!reply.allFinish) return
      connection.close()
      if (count > 0) sayEnd(reply)
    }, refresh)
  })
}

function sayEnd({ count = 0 }: HelperReply): void {
  if (count > 0) toast.error(t('uploadFailed', { count }))
  else toast.ok(t('uploadDone'))
}

function refreshFolder(folderId: string): void {
  const ids = new Set([folderId])
  void queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, ids) })
  setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.capacity }),
    LIMITS.capacityRefreshMs,
  )
}
