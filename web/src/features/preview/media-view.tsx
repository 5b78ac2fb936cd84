import { clsx } from 'clsx'
import { type ReactElement, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { NotShown } from './not-shown.tsx'
import type { Size } from './picture-geometry.ts'
import { t } from './strings.ts'

export interface MediaViewProps {
  kind: 'audio' | 'video'
  url: string
  /** Asks for a fresh address: the one in use may have run out, and seeking begins a new request. */
  onStale: () => Promise<unknown>
  name: string
  ext: string
  onSize: (size: Size) => void
  onDownload: (() => void) | undefined
}

/** Seconds that J and L jump. */
const JUMP = 10

/** Sound and video in the browser's own player: Space plays, J and L seek. */
export function MediaView(props: MediaViewProps): ReactElement {
  const { kind, url, name, ext, onSize, onDownload } = props
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const { broken, onError, onStarted, again } = useFreshAddress(props)
  const [known, setKnown] = useState(false)
  useMediaKeys(player)
  if (broken) return <NotShown url={url} onRetry={again} onDownload={onDownload} />
  if (kind === 'audio') {
    return (
      <div className="flex h-full flex-col items-center justify-center gap-6 p-6">
        <FileIcon ext={ext} size={96} />
        <p className="max-w-full truncate text-section">{name}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: a person's own recording comes without captions */}
        <audio
          ref={player}
          src={url}
          controls
          autoPlay
          aria-label={name}
          onError={onError}
          onLoadedMetadata={onStarted}
          className="w-[min(480px,100%)]"
        />
      </div>
    )
  }
  return (
    <div className="flex h-full items-center justify-center p-6 max-md:p-0">
      {/* biome-ignore lint/a11y/useMediaCaption: a person's own recording comes without captions */}
      <video
        ref={player}
        src={url}
        controls
        autoPlay
        playsInline
        aria-label={name}
        onError={onError}
        onLoadedMetadata={(event) => {
          onStarted(event)
          setKnown(true)
          const { videoWidth: width, videoHeight: height } = event.currentTarget
          if (width > 0) onSize({ width, height })
        }}
        // Until it is known how large it is, about as large as most.
        className={clsx(
          'max-h-full max-w-full rounded-m bg-black shadow-3',
          !known && 'aspect-video w-[960px]',
        )}
      />
    </div>
  )
}

/** One that had begun goes on at its place by a fresh address; one that never began, or fails again, is broken. */
function useFreshAddress({ url, onStale }: MediaViewProps) {
  const place = useRef<number | undefined>(undefined)
  const begun = useRef(false)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const onError = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    if (!begun.current) return setBrokenUrl(url)
    begun.current = false
    place.current = currentTarget.currentTime
    void onStale()
  }
  const onStarted = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    begun.current = true
    if (place.current !== undefined) currentTarget.currentTime = place.current
    place.current = undefined
  }
  const again = () => void onStale().then(() => setBrokenUrl(undefined))
  return { broken: brokenUrl === url, onError, onStarted, again }
}

function useMediaKeys(player: RefObject<HTMLMediaElement | null>): void {
  const seek = (seconds: number) => {
    if (player.current) player.current.currentTime += seconds
  }
  const toggle = () => {
    if (player.current?.paused) void player.current.play().catch(() => undefined)
    else player.current?.pause()
  }
  useShortcuts(
    t('playing'),
    [
      { name: 'media.play', label: t('play'), keys: 'Space', run: toggle },
      { name: 'media.back', label: t('seekBack'), keys: 'J', run: () => seek(-JUMP) },
      { name: 'media.forward', label: t('seekForward'), keys: 'L', run: () => seek(JUMP) },
    ],
    () => player.current?.closest('[role=dialog]') ?? null,
  )
}
