import { type ArchiveListing, singleEntryName } from '@clouddisk/contract/archives'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { language } from '../../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../../lib/save-file.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { DownloadInstead, type OnDownload, PreviewMessage } from '../messages.tsx'
import { t as preview } from '../strings.ts'
import { ArchiveContents, type ArchiveItem } from './archive-contents.tsx'
import { t } from './strings.ts'

export interface ArchiveViewProps {
  item: ArchiveItem
  versionId: string | undefined
  /** Of the listing. */
  url: string
  onRetry: () => void
  onDownload: OnDownload
}

/** What is in an archive. */
export function ArchiveView({ item, versionId, url, onRetry, onDownload }: ArchiveViewProps): ReactElement {
  const query = useQuery({
    queryKey: ['archive-listing', url],
    queryFn: ({ signal }) => readListing(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.error)
    return (
      <PreviewMessage title={preview('failedTitle')} text={errorMessage(query.error)} onRetry={onRetry} />
    )
  if (!query.data) return <Loading label={preview('loading')} />
  if (query.data.isEncrypted)
    return <DownloadInstead title={t('secretTitle')} text={t('secretText')} onDownload={onDownload} />
  return <ArchiveContents item={item} versionId={versionId} listing={named(query.data, item.instanceName)} />
}

async function readListing(url: string, signal: AbortSignal): Promise<ArchiveListing> {
  const answer = await fetch(url, { signal, headers: { 'Accept-Language': language } }).catch(
    unreachableError,
  )
  if (!answer.ok) throw await downloadRefusal(answer)
  return answer.json()
}

/** A compressed file has its own name without the extension. */
const named = (listing: ArchiveListing, archiveName: string): ArchiveListing =>
  listing.isSingle
    ? { ...listing, entries: listing.entries.map((one) => ({ ...one, path: singleEntryName(archiveName) })) }
    : listing
