import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { isUnsupported, pictureTrackOf } from './media-tracks.ts'
import { DownloadInstead, type OnDownload } from './messages.tsx'
import { t } from './strings.ts'

interface VideoErrorProps {
  url: string
  ext: string
  /** Shown if the file has no video track, or its format is not the cause. */
  otherwise: ReactElement
  /** The browser plays the sound but shows no picture. */
  soundOnly?: boolean
  onDownload: OnDownload
}

/** Shown for a video that the browser cannot show: reads the file for the reason. */
export function VideoError(props: VideoErrorProps): ReactElement {
  const { url, ext, otherwise, soundOnly = false, onDownload } = props
  const query = useQuery({
    queryKey: ['picture-track', url],
    queryFn: async ({ signal }) => (await pictureTrackOf(ext, readFrom(url, signal))) ?? null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (query.isPending) return <Loading label={t('loading')} />
  const track = query.data
  if (!track || !(soundOnly || isUnsupported(track))) return otherwise
  const { format } = track
  const text = format ? t('formatText', { format }) : t('formatUnknown')
  const icon = <FileIcon ext={ext} size={72} />
  return <DownloadInstead title={t('videoTitle')} text={text} icon={icon} onDownload={onDownload} />
}

const readFrom = (url: string, signal: AbortSignal) => async (at: number, length: number) => {
  const answer = await fetch(url, { signal, headers: { Range: `bytes=${at}-${at + length - 1}` } })
  return answer.status === 206 ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array()
}
