import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { openPdf } from './pdf-document.ts'

export interface PasswordQuestion {
  readonly wrong: boolean
  answer(password: string): void
}

/** How far the opening of a document is. */
export interface PdfState {
  readonly pdf?: PDFDocumentProxy
  readonly question?: PasswordQuestion
  /** The file is no PDF that can be read, or bytes of it could not be fetched. */
  readonly error?: unknown
}

/** Opens a document; `retry` opens it again. */
export function usePdf(url: string, renew: () => Promise<unknown>): PdfState & { retry: () => void } {
  const [state, setState] = useState<PdfState>({})
  const [attempt, setAttempt] = useState(0)
  const latest = useRef({ url, renew })
  useEffect(() => {
    latest.current = { url, renew }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the document again
  useEffect(() => {
    let isOpen = true
    const set = (next: PdfState) => isOpen && setState(next)
    set({})
    const fail = (error: unknown) => set({ error })
    const opening = openPdf(
      { current: () => latest.current.url, renew: () => latest.current.renew() },
      (wrong, answer) =>
        set({
          question: {
            wrong,
            answer: (password) => {
              set({})
              answer(password)
            },
          },
        }),
      fail,
    )
    opening.document.then((pdf) => set({ pdf }), fail)
    return () => {
      isOpen = false
      opening.close()
    }
  }, [attempt])
  const retry = () => void latest.current.renew().then(() => setAttempt(attempt + 1))
  return { ...state, retry }
}
