import type { DownloadItem } from '@clouddisk/contract/downloads'
import { HELPER_MESSAGE_MAX, type HelperRequest } from '@clouddisk/contract/local-helper'

/** Files of a download as the messages to the desktop client take them. */

export type HelperDownload = Extract<HelperRequest, { operation: 'download' }>['data'][number]

/** @param folders above the file in what is downloaded, from the outermost. */
export const downloadOf = (
  { instanceId, instanceName, fileSize }: DownloadItem,
  folders: readonly string[],
  userName: string,
): HelperDownload => ({
  ...{ instanceId, fileName: instanceName, fileSize, userName },
  filePath: folders.join('/'),
  ...{ linkPath: '', linkCode: '' },
})

/** Beside the files: the token and what is around. */
const REST = 1024

/** As many in each message as it may hold. */
export function* messagesOf(
  items: readonly HelperDownload[],
  max = HELPER_MESSAGE_MAX,
): Generator<HelperDownload[]> {
  const encoder = new TextEncoder()
  let part: HelperDownload[] = []
  let bytes = REST
  for (const item of items) {
    const own = encoder.encode(JSON.stringify(item)).length + 1
    if (part.length > 0 && bytes + own > max) {
      yield part
      part = []
      bytes = REST
    }
    part.push(item)
    bytes += own
  }
  if (part.length > 0) yield part
}
