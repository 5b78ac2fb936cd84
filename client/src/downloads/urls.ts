import { type DownloadItem, getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Reply } from '@clouddisk/contract/route'
import type { Api } from '../uploads/ports.ts'

/** Signed URLs of files and archives, valid for ten minutes (G8). */

interface DownloadSource {
  readonly instanceId: string
  readonly versionId?: string
  readonly fileSharingId?: string
  readonly linkpath?: string
}

export const downloadUrlOf = (api: Api, source: DownloadSource, signal?: AbortSignal): Promise<string> =>
  api(
    getDownloadUrl,
    {
      instanceId: source.instanceId,
      ...(source.versionId !== undefined && { versionId: source.versionId }),
      ...shareFieldsOf(source),
    },
    signal ? { signal } : {},
  )

/** URL of a folder or several items as one streamed ZIP (C7). */
export const archiveUrlOf = (
  api: Api,
  sources: readonly [DownloadSource, ...DownloadSource[]],
  signal?: AbortSignal,
): Promise<Reply<typeof getArchiveUrl>> =>
  api(
    getArchiveUrl,
    { instanceIds: sources.map(({ instanceId }) => instanceId), ...shareFieldsOf(sources[0]) },
    signal ? { signal } : {},
  )

const shareFieldsOf = ({ fileSharingId, linkpath }: DownloadSource) => ({
  ...(fileSharingId === undefined ? {} : { fileSharingId }),
  ...(linkpath === undefined ? {} : { linkPath: linkpath }),
})

export const downloadSourceOf = ({
  instanceId,
  versionId,
  fileSharingId,
  linkpath,
}: DownloadItem): DownloadSource => ({
  instanceId,
  ...(versionId === undefined ? {} : { versionId }),
  ...(fileSharingId === undefined ? {} : { fileSharingId }),
  ...(linkpath === undefined ? {} : { linkpath }),
})
