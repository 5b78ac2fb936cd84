import type { Encoding } from '@clouddisk/contract/text-encoding'
import { proxy, type Remote, wrap } from 'comlink'
import { useCallback, useEffect, useRef, useState } from 'react'
import { language } from '../../../lib/i18n.ts'
import { BLOCK_ROWS, type IndexState, type Row } from './source.ts'
import { t } from './strings.ts'
import type { TextWorker } from './text-worker.ts'

/** Blocks of rows that are kept. */
const BLOCKS_KEPT = 200

export interface TextSourceHandle {
  readonly remote: Remote<TextWorker>
  readonly state: IndexState
  /** Rows there are, with an estimate of those that are not indexed yet. */
  readonly count: number
  /** Undefined while it is read. */
  readonly row: (index: number) => Row | undefined
  /** Reads the rows of a range that are not there yet. */
  readonly want: (from: number, to: number) => void
  readonly onState: (state: IndexState) => void
  readonly error: string | undefined
}

interface SourceAddress {
  readonly url: string
  readonly size: number
  readonly versionId: string
  readonly encoding: Encoding
  readonly quoted: boolean
  readonly renew: () => Promise<string>
}

const EMPTY: IndexState = { rows: 0, lines: 0, scanned: 0, complete: false }

/** Opens a text in a worker of its own, which ends with the component; undefined until it has started. */
export function useTextSource(address: SourceAddress): TextSourceHandle | undefined {
  const { url, size, versionId, encoding, quoted } = address
  const renew = useRef(address.renew)
  renew.current = address.renew
  const [remote, setRemote] = useState<Remote<TextWorker>>()
  const [state, setState] = useState(EMPTY)
  const [error, setError] = useState<string>()
  const [, redraw] = useState(0)
  const blocks = useRef(new Map<number, readonly Row[] | 'asked'>())
  useEffect(() => {
    const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module', name: 'text' })
    const opened = wrap<TextWorker>(worker)
    const renewed = proxy(() => renew.current())
    let gone = false
    blocks.current = new Map()
    setState(EMPTY)
    void opened
      .open({ url, size, versionId, language, changed: t('changedMeanwhile') }, { encoding, quoted }, renewed)
      .then(() => !gone && setRemote(() => opened))
    return () => {
      gone = true
      setRemote(undefined)
      worker.terminate()
    }
  }, [url, size, versionId, encoding, quoted])

  const ask = useCallback(
    async (no: number) => {
      if (!remote) return
      blocks.current.set(no, 'asked')
      try {
        const rows = await remote.block(no)
        blocks.current.set(no, rows)
        for (const old of blocks.current.keys()) {
          if (blocks.current.size <= BLOCKS_KEPT) break
          blocks.current.delete(old)
        }
        setState(await remote.state())
        redraw((count) => count + 1)
      } catch (fault) {
        blocks.current.delete(no)
        setError((fault as Error).message)
      }
    },
    [remote],
  )
  const want = useCallback(
    (from: number, to: number) => {
      for (let no = Math.floor(from / BLOCK_ROWS); no * BLOCK_ROWS < to; no++)
        if (!blocks.current.has(no)) void ask(no)
    },
    [ask],
  )
  if (!remote) return undefined
  return {
    remote,
    state,
    count: estimated(state, size),
    row: (index) => {
      const block = blocks.current.get(Math.floor(index / BLOCK_ROWS))
      return block === 'asked' ? undefined : block?.[index % BLOCK_ROWS]
    },
    want,
    onState: setState,
    error,
  }
}

function estimated({ rows, scanned, complete }: IndexState, size: number): number {
  if (complete || scanned === 0 || rows === 0) return rows
  return rows + Math.ceil(((size - scanned) / scanned) * rows)
}
