import { clsx } from 'clsx'
import { type ReactElement, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { Size } from './picture-geometry.ts'
import { t } from './strings.ts'
import { BrokenContent, LoadFailed } from './unsupported.tsx'
import { VideoError } from './video-error.tsx'

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
  const { kind, url, ext, onDownload } = props
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const { broken, again, ...events } = useFreshAddress(props)
  const [isPictureMissing, setPictureMissing] = useState(false)
  useMediaKeys(player)
  const sound = <Sound {...props} {...events} player={player} />
  const unplayed = (isHeard: boolean, otherwise: ReactElement) => (
    <VideoError url={url} ext={ext} isHeard={isHeard} otherwise={otherwise} onDownload={onDownload} />
  )
  if (broken) {
    const otherwise =
      kind === 'video' ? unplayed(false, <BrokenContent onDownload={onDownload} />) : undefined
    return <LoadFailed url={url} onRetry={again} onDownload={onDownload} {...(otherwise && { otherwise })} />
  }
  if (kind === 'audio') return sound
  if (isPictureMissing) return unplayed(true, sound)
  return <Film {...props} {...events} player={player} onNoPicture={() => setPictureMissing(true)} />
}

interface PlayerProps extends MediaViewProps {
  player: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>
  onError: (event: SyntheticEvent<HTMLMediaElement>) => void
  onStarted: (event: SyntheticEvent<HTMLMediaElement>) => void
}

/** The browser's own player offers a download by itself. */
const controlsFor = ({ onDownload }: Pick<PlayerProps, 'onDownload'>) =>
  onDownload ? undefined : 'nodownload'

function Sound(props: PlayerProps): ReactElement {
  const { player, kind, url, name, ext, onError, onStarted } = props
  return (
    <div className="flex h-full flex-col items-center justify-center gap-6 p-6">
      {/* A recording whose extension is a video's has the icon of sound. */}
      <FileIcon ext={kind === 'audio' ? ext : 'mp3'} size={96} />
      <p className="max-w-full truncate text-section">{name}</p>
      {/* biome-ignore lint/a11y/useMediaCaption: a person's own recording comes without captions */}
      <audio
        ref={player}
        src={url}
        controls
        controlsList={controlsFor(props)}
        autoPlay
        aria-label={name}
        onError={onError}
        onLoadedMetadata={onStarted}
        className="w-[min(480px,100%)]"
      />
    </div>
  )
}

/** A browser plays the sound of a film whose picture it cannot show, and says so by a picture without a width alone. */
function Film(props: PlayerProps & { onNoPicture: () => void }): ReactElement {
  const { player, url, name, onError, onStarted, onSize, onNoPicture } = props
  const [known, setKnown] = useState(false)
  return (
    <div className="flex h-full items-center justify-center p-6 max-md:p-0">
      {/* biome-ignore lint/a11y/useMediaCaption: a person's own recording comes without captions */}
      <video
        ref={player}
        src={url}
        controls
        controlsList={controlsFor(props)}
        autoPlay
        playsInline
        aria-label={name}
        onError={onError}
        onLoadedMetadata={(event) => {
          onStarted(event)
          const { videoWidth: width, videoHeight: height } = event.currentTarget
          if (width === 0) return onNoPicture()
          setKnown(true)
          onSize({ width, height })
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
