import { proxy } from 'comlink'
import { useEffect, useRef, useState } from 'react'
import type { Found } from './find-bar.tsx'
import type { TextSourceHandle } from './use-text-source.ts'

export interface RowSearch {
  readonly found: Found | undefined
  /** The current match. */
  readonly current: { readonly row: number; readonly column: number } | undefined
  readonly step: (step: 1 | -1) => void
}

/** Searches a whole file in its worker, from the row in view on; what is typed next ends the search before. */
export function useRowSearch(
  source: TextSourceHandle | undefined,
  { query, caseSensitive }: { query: string; caseSensitive: boolean },
  first: () => number,
  onMatch: (row: number) => void,
): RowSearch {
  const remote = source?.remote
  const [found, setFound] = useState<Found>()
  const [current, setCurrent] = useState<RowSearch['current']>()
  const begin = useRef(first)
  begin.current = first
  const show = useRef(onMatch)
  show.current = onMatch
  const isShown = useRef(false)

  const go = async (index: number) => {
    const match = await remote?.match(index)
    if (!match) return
    setFound((before) => before && { ...before, index })
    setCurrent(match)
    show.current(match.row)
  }
  const goTo = useRef(go)
  goTo.current = go
  useEffect(() => {
    setFound(undefined)
    setCurrent(undefined)
    isShown.current = false
    if (!remote || query === '') return
    let stale = false
    const from = begin.current()
    const report = async (progress: { count: number; isCapped: boolean; done: boolean }) => {
      if (stale) return
      setFound((before) => ({ ...progress, index: before?.index ?? 0 }))
      if (isShown.current || progress.count === 0) return
      // The first match in view or below it, which may not have been reached yet.
      const index = await remote.matchFrom(from)
      const match = await remote.match(index)
      if (stale || !match || (match.row < from && !progress.done)) return
      isShown.current = true
      await goTo.current(index)
    }
    void remote
      .find(
        { query, caseSensitive },
        proxy((progress) => void report(progress)),
      )
      .then(
        (progress) => report(progress),
        () => undefined,
      )
    return () => {
      stale = true
      void remote.stopFinding()
    }
  }, [remote, query, caseSensitive])
  return {
    found,
    current,
    step: (step) => {
      if (found && found.count > 0) void go((found.index + step + found.count) % found.count)
    },
  }
}
