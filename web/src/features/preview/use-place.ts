import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { keepPlace, placeOf } from './places.ts'

/** Seconds of playing between two notes of the place. */
const EVERY = 5

/** Goes on where one stopped in this version, and remembers where one stops now. */
export function usePlace(versionId: string | undefined) {
  /** Where it went on, until that is answered or left behind. */
  const [resumed, setResumed] = useState<{ at: number; player: HTMLMediaElement }>()
  const noted = useRef(0)
  const latest = useRef<HTMLMediaElement>(null)
  const keep = (player: HTMLMediaElement) => {
    noted.current = player.currentTime
    if (versionId && Number.isFinite(player.duration))
      keepPlace(versionId, player.currentTime, player.duration)
  }
  // The player is gone when the window closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves only when the preview closes; the ref has the last player
  useEffect(() => () => void (latest.current && keep(latest.current)), [])
  return {
    resumed: resumed?.at,
    fromStart: () => {
      if (resumed) resumed.player.currentTime = 0
      setResumed(undefined)
    },
    stay: () => setResumed(undefined),
    /** After the metadata of a newly opened file is known. */
    resume: (player: HTMLMediaElement) => {
      if (latest.current) return
      latest.current = player
      const at = versionId && placeOf(versionId)
      if (!at || at >= player.duration) return
      player.currentTime = at
      setResumed({ at, player })
    },
    onTimeUpdate: ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
      latest.current = player
      if (Math.abs(player.currentTime - noted.current) >= EVERY) keep(player)
    },
    onPause: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => keep(currentTarget),
    onEnded: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => keep(currentTarget),
  }
}
