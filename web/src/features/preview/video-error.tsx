import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { isUnsupported, pictureTrackOf } from './media-tracks.ts'
import { downloadAdvice, PreviewMessage } from './message.tsx'
import { t } from './strings.ts'

interface VideoErrorProps {
  url: string
  ext: string
  /** In its place where there is no picture to be missed, or none whose format is to blame. */
  otherwise: ReactElement
  /** The browser plays the file; only its picture is missing. */
  isHeard?: boolean
  onDownload: (() => void) | undefined
}

/** In the place of a video whose picture the browser does not show: looks into the file for the reason. */
export function VideoError(props: VideoErrorProps): ReactElement {
  const { url, ext, otherwise, isHeard = false, onDownload } = props
  const asked = useQuery({
    queryKey: ['picture-track', url],
    queryFn: async ({ signal }) => (await pictureTrackOf(ext, readFrom(url, signal))) ?? null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (asked.isPending) return <Loading label={t('loading')} />
  const track = asked.data
  if (!track || !(isHeard || isUnsupported(track))) return otherwise
  const { format } = track
  const text = format ? t('formatText', { format }) : t('formatUnknown')
  return (
    <PreviewMessage
      title={t('videoTitle')}
      text={downloadAdvice(onDownload, text)}
      icon={<FileIcon ext={ext} size={72} />}
      onDownload={onDownload}
    />
  )
}

const readFrom = (url: string, signal: AbortSignal) => async (at: number, length: number) => {
  const answer = await fetch(url, { signal, headers: { Range: `bytes=${at}-${at + length - 1}` } })
  return answer.status === 206 ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array()
}
