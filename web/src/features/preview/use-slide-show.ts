import type { Instance } from '@clouddisk/contract/files'
import { iconOf } from '@clouddisk/contract/filetypes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { t } from './strings.ts'

export const isPicture = ({ fileType }: Pick<Instance, 'fileType'>): boolean => iconOf(fileType) === 'picture'

const INTERVALS = [3, 5, 10] as const
type Interval = (typeof INTERVALS)[number]
/** For a picture that does not come, s. */
const PATIENCE = 10

export interface SlideShow {
  readonly playing: boolean
  readonly interval: Interval
  readonly toggle: () => void
  readonly nextInterval: () => void
}

/**
 * Shows one picture after the other on the whole screen, until the last one.
 * @param shown whether the picture is there.
 * @param next shows the next picture; returns false if there is none.
 */
export function useSlideShow(
  item: Instance,
  shown: boolean,
  next: () => Promise<boolean>,
  within: () => Element | null,
): SlideShow | undefined {
  const [playing, setPlaying] = useState(false)
  const [interval, setInterval] = useState<Interval>(5)
  const latest = useRef(next)
  latest.current = next
  const { instanceId } = item
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew for each picture
  useEffect(() => {
    if (!playing) return
    const wait = (shown ? interval : interval + PATIENCE) * 1000
    const stop = () => setPlaying(false)
    const timer = setTimeout(() => void latest.current().then((is) => is || stop(), stop), wait)
    return () => clearTimeout(timer)
  }, [playing, interval, shown, instanceId])
  // Whoever leaves the whole screen has seen enough.
  useEffect(() => {
    const onChange = () => document.fullscreenElement || setPlaying(false)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement === document.documentElement) void document.exitFullscreen()
    }
  }, [])
  const toggle = useCallback(() => {
    if (!playing && !document.fullscreenElement)
      // The browser may forbid it.
      document.documentElement.requestFullscreen?.().catch(() => undefined)
    setPlaying(!playing)
  }, [playing])
  const pictures = isPicture(item)
  useShortcuts(
    t('slides'),
    pictures
      ? [
          {
            name: 'slides.toggle',
            label: t(playing ? 'stopSlides' : 'startSlides'),
            keys: 'Space',
            run: toggle,
          },
        ]
      : [],
    within,
  )
  if (!pictures) return undefined
  const nextInterval = () => setInterval(INTERVALS[(INTERVALS.indexOf(interval) + 1) % INTERVALS.length] ?? 5)
  return { playing, interval, toggle, nextInterval }
}
