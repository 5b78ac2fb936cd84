import { useEffect, useState } from 'react'

/** The time in ms, good to `every` ms: what says how old something is says so again by itself. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
