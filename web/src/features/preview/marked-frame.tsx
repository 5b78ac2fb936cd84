import { Maximize, Minimize } from 'lucide-react'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { t } from './strings.ts'

interface MarkedFrameProps {
  mark: string
  player: RefObject<HTMLVideoElement | null>
  children: ReactNode
}

const FULL =
  'relative size-full bg-black [&>div]:p-0 [&_video]:size-full [&_video]:rounded-none [&_video]:object-contain'

/** A video that may only be viewed, with the reader's name over it: full screen is of both. */
export function MarkedFrame({ mark, player, children }: MarkedFrameProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  const { isFull, toggle } = useFullScreen(frame, player)
  useShortcuts(
    t('playing'),
    [{ name: 'media.full', label: t('fullScreen'), keys: 'F', run: toggle }],
    () => frame.current?.closest('[role=dialog]') ?? null,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu would offer to save the video
    <div
      ref={frame}
      onContextMenu={(event) => event.preventDefault()}
      className={isFull ? FULL : 'relative h-full'}
    >
      {children}
      <Mark text={mark} />
      {document.fullscreenEnabled && (
        <span className="absolute top-4 right-4 rounded-m bg-press max-md:top-2 max-md:right-2">
          <IconButton
            icon={isFull ? Minimize : Maximize}
            label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
            keys="F"
            onClick={toggle}
          />
        </span>
      )}
    </div>
  )
}

const SIZE = 13
const ROW = 92
const GAP = 56
const MINUTE_MS = 60_000

/** The text many times over, small and slanted, in two colours so that light and dark pictures show it alike. */
function Mark({ text }: { text: string }): ReactElement {
  const id = useId()
  const minute = useMinute()
  const step = widthOf(text) + GAP
  // Elsewhere each minute: nothing is covered all the time, and no part stays free.
  const moved = `rotate(-24) translate(${(minute * 37) % step} ${(minute * 23) % (2 * ROW)})`
  const lines = [
    [0, ROW / 2],
    [-step / 2, ROW * 1.5],
    [step / 2, ROW * 1.5],
  ]
  return (
    <svg
      aria-hidden
      data-mark={text}
      className="pointer-events-none absolute inset-0 size-full overflow-hidden select-none"
    >
      <pattern
        id={id}
        width={step}
        height={2 * ROW}
        patternUnits="userSpaceOnUse"
        patternTransform={moved}
        fontSize={SIZE}
      >
        {lines.map(([x = 0, y = 0]) => (
          <g key={x}>
            <text x={x + 1} y={y + 1} fill="rgb(0 0 0 / 0.4)">
              {text}
            </text>
            <text x={x} y={y} fill="rgb(255 255 255 / 0.42)">
              {text}
            </text>
          </g>
        ))}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/** At most so many pixels: Chinese characters are square. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? SIZE : SIZE * 0.62), 0)

/** Counts minutes. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS))
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}

/** Full screen of the frame. Where the player itself goes full screen, the frame replaces it, since the video alone has no mark. */
function useFullScreen(frame: RefObject<HTMLElement | null>, player: RefObject<HTMLVideoElement | null>) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const onChange = () => {
      const { fullscreenElement } = document
      setFull(fullscreenElement !== null && fullscreenElement === frame.current)
      if (fullscreenElement && fullscreenElement === player.current) void insteadOf(frame.current)
    }
    // A phone's own player, which shows the video alone.
    const onPlayer = ({ target }: Event) =>
      (target as { webkitExitFullscreen?: () => void }).webkitExitFullscreen?.()
    const element = frame.current
    document.addEventListener('fullscreenchange', onChange)
    element?.addEventListener('webkitbeginfullscreen', onPlayer, true)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      element?.removeEventListener('webkitbeginfullscreen', onPlayer, true)
    }
  }, [frame, player])
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(() => undefined)
  return { isFull, toggle }
}

async function insteadOf(frame: HTMLElement | null): Promise<void> {
  await document.exitFullscreen()
  // Refused where the browser wants another click.
  await frame?.requestFullscreen().catch(() => undefined)
}
