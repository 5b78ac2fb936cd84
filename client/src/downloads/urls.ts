import { type DownloadItem, getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Reply } from '@clouddisk/contract/route'
import type { Api } from '../uploads/ports.ts'

/** Signed addresses of files and archives, good for ten minutes (G8). */

export interface Source {
  readonly instanceId: string
  readonly fileSharingId?: string
  readonly linkpath?: string
}

export const downloadUrlOf = (api: Api, source: Source, signal?: AbortSignal): Promise<string> =>
  api(getDownloadUrl, { instanceId: source.instanceId, ...from(source) }, signal ? { signal } : {})

/** A folder or several items as one streamed ZIP (C7). */
export const archiveUrlOf = (
  api: Api,
  sources: readonly [Source, ...Source[]],
  signal?: AbortSignal,
): Promise<Reply<typeof getArchiveUrl>> =>
  api(
    getArchiveUrl,
    { instanceIds: sources.map(({ instanceId }) => instanceId), ...from(sources[0]) },
    signal ? { signal } : {},
  )

const from = ({ fileSharingId, linkpath }: Source) => ({
  ...(fileSharingId === undefined ? {} : { fileSharingId }),
  ...(linkpath === undefined ? {} : { linkPath: linkpath }),
})

export const sourceOf = ({ instanceId, fileSharingId, linkpath }: DownloadItem): Source => ({
  instanceId,
  ...(fileSharingId === undefined ? {} : { fileSharingId }),
  ...(linkpath === undefined ? {} : { linkpath }),
})
