import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MarkedFrame } from './marked-frame.tsx'
import { BrokenContent, LoadFailed, type OnDownload } from './messages.tsx'
import type { Size } from './picture-geometry.ts'
import { clockOf } from './places.ts'
import { t } from './strings.ts'
import { usePlace } from './use-place.ts'
import { VideoError } from './video-error.tsx'
import { ViewOnlyNote } from './view-only-note.tsx'

interface MediaViewProps {
  kind: 'audio' | 'video'
  url: string
  /** By which the place in it is remembered. */
  versionId: string | undefined
  /** Shown over a video that may only be viewed; undefined: it may be kept. */
  mark: string | undefined
  /** Whose name the mark has. */
  reader: string | undefined
  /** Fetches a new address: the current one may have expired, and seeking starts a new request. */
  onStale: () => Promise<unknown>
  name: string
  ext: string
  onSize: (size: Size) => void
  onDownload: OnDownload
}

/** Step of the J and L keys, s. */
const JUMP = 10

/** Audio and video in the browser's player: Space plays, J and L seek. */
export function MediaView(props: MediaViewProps): ReactElement {
  const { kind, url, ext, onDownload } = props
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const { broken, retry, ...fresh } = useFreshAddress(props)
  const { resumed, fromStart, stay, resume, ...notes } = usePlace(props.versionId)
  const events = {
    ...fresh,
    ...notes,
    onStarted: (event: SyntheticEvent<HTMLMediaElement>) => {
      fresh.onStarted(event)
      resume(event.currentTarget)
    },
  }
  const [soundOnly, setSoundOnly] = useState(false)
  useMediaKeys(player)
  const sound = <Audio {...props} {...events} player={player} />
  const videoError = (soundOnly: boolean, otherwise: ReactElement) => (
    <VideoError url={url} ext={ext} soundOnly={soundOnly} otherwise={otherwise} onDownload={onDownload} />
  )
  if (broken) {
    const otherwise =
      kind === 'video' ? videoError(false, <BrokenContent onDownload={onDownload} />) : undefined
    return <LoadFailed url={url} onRetry={retry} onDownload={onDownload} {...(otherwise && { otherwise })} />
  }
  const shown =
    kind === 'audio' ? (
      sound
    ) : soundOnly ? (
      videoError(true, sound)
    ) : (
      <Video {...props} {...events} player={player} onNoPicture={() => setSoundOnly(true)} />
    )
  return (
    <ViewOnly {...props} player={player}>
      {shown}
      {resumed !== undefined && <Resumed at={resumed} onStart={fromStart} onStay={stay} />}
    </ViewOnly>
  )
}

/** What may only be viewed says so, and a video has the reader's name over it. */
function ViewOnly(props: MediaViewProps & Pick<PlayerProps, 'player'> & { children: ReactNode }) {
  const { kind, mark, reader = '', onDownload, player, children } = props
  const framed = <div className="relative h-full">{children}</div>
  if (mark === undefined || (kind === 'audio' && onDownload)) return framed
  return (
    <div className="flex h-full flex-col">
      <ViewOnlyNote text={kind === 'audio' ? t('listenOnly') : t('watchOnly', { reader })} />
      <div className="relative min-h-0 flex-1">
        {kind === 'audio' ? (
          framed
        ) : (
          <MarkedFrame mark={mark} player={player}>
            {children}
          </MarkedFrame>
        )}
      </div>
    </div>
  )
}

/** It went on where one stopped; it can begin anew. */
function Resumed(props: { at: number; onStart: () => void; onStay: () => void }): ReactElement {
  return (
    <div
      role="status"
      className="absolute inset-x-0 top-4 mx-auto flex w-fit max-w-[calc(100%-32px)] flex-wrap items-center gap-2 rounded-l border border-line-2 bg-pop py-1.5 pr-1.5 pl-4 text-secondary shadow-3"
    >
      {t('resumed', { time: clockOf(props.at) })}
      <Button size="small" onClick={props.onStart}>
        {t('fromStart')}
      </Button>
      <IconButton size="small" icon={X} label={t('stay')} onClick={props.onStay} />
    </div>
  )
}

interface PlayerProps extends MediaViewProps {
  player: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>
  onError: (event: SyntheticEvent<HTMLMediaElement>) => void
  onStarted: (event: SyntheticEvent<HTMLMediaElement>) => void
  onTimeUpdate: (event: SyntheticEvent<HTMLMediaElement>) => void
  onPause: (event: SyntheticEvent<HTMLMediaElement>) => void
  onEnded: (event: SyntheticEvent<HTMLMediaElement>) => void
}

/** The player's own menu has a download entry. Full screen is of the frame, whose mark stays over the video (marked-frame.tsx). */
const controlsFor = ({ onDownload, mark }: Pick<PlayerProps, 'onDownload' | 'mark'>) => {
  if (mark !== undefined) return 'nodownload nofullscreen noremoteplayback'
  return onDownload ? undefined : 'nodownload'
}

function Audio(props: PlayerProps): ReactElement {
  const { player, kind, url, name, ext, onError, onStarted, onTimeUpdate, onPause, onEnded } = props
  return (
    <div className="flex h-full flex-col items-center justify-center gap-6 p-6">
      {/* A recording with a video extension has the audio icon. */}
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
        onTimeUpdate={onTimeUpdate}
        onPause={onPause}
        onEnded={onEnded}
        onLoadedMetadata={onStarted}
        className="w-[min(480px,100%)]"
      />
    </div>
  )
}

/** If the browser plays only the sound, the video's width is 0. */
function Video(props: PlayerProps & { onNoPicture: () => void }): ReactElement {
  const { player, url, name, onError, onStarted, onSize, onNoPicture, onTimeUpdate, onPause, onEnded } = props
  const [sized, setSized] = useState(false)
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
        disablePictureInPicture={props.mark !== undefined}
        disableRemotePlayback={props.mark !== undefined}
        aria-label={name}
        onError={onError}
        onTimeUpdate={onTimeUpdate}
        onPause={onPause}
        onEnded={onEnded}
        onLoadedMetadata={(event) => {
          onStarted(event)
          const { videoWidth: width, videoHeight: height } = event.currentTarget
          if (width === 0) return onNoPicture()
          setSized(true)
          onSize({ width, height })
        }}
        // A common size until the real one is known.
        className={clsx(
          'max-h-full max-w-full rounded-m bg-black shadow-3',
          !sized && 'aspect-video w-[960px]',
        )}
      />
    </div>
  )
}

/** After an error, media that had started resumes from a new address; otherwise, or after a second error, it is broken. */
function useFreshAddress({ url, onStale }: MediaViewProps) {
  const place = useRef<number | undefined>(undefined)
  const started = useRef(false)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const onError = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    if (!started.current) return setBrokenUrl(url)
    started.current = false
    place.current = currentTarget.currentTime
    void onStale()
  }
  const onStarted = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    started.current = true
    if (place.current !== undefined) currentTarget.currentTime = place.current
    place.current = undefined
  }
  const retry = () => void onStale().then(() => setBrokenUrl(undefined))
  return { broken: brokenUrl === url, onError, onStarted, retry }
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
