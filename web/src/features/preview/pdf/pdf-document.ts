import {
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type PdfAddress, PdfSource, RANGE_BYTES } from './pdf-source.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const DATA = new URL(`${import.meta.env.BASE_URL}assets/pdfjs-${version}/`, location.href).href

/** Called for a protected file; `wrong` after a password that does not open it. */
export type AskPassword = (wrong: boolean, answer: (password: string) => void) => void

export interface PdfOpening {
  readonly document: Promise<PDFDocumentProxy>
  /** Ends everything: requests, the worker, the document. */
  close(): void
}

/** Opens a PDF; its parts are fetched when they are needed. `onError` is told of parts that could not be fetched. */
export function openPdf(
  address: PdfAddress,
  onPassword: AskPassword,
  onError: (error: unknown) => void,
): PdfOpening {
  let close: () => void = () => undefined
  let isClosed = false
  const open = async () => {
    const source = await PdfSource.open(address, onError)
    if (isClosed) throw new Error('closed while it was opened')
    const task = getDocument({
      range: source,
      rangeChunkSize: RANGE_BYTES,
      disableAutoFetch: true,
      disableStream: true,
      cMapUrl: `${DATA}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${DATA}standard_fonts/`,
      wasmUrl: `${DATA}wasm/`,
      iccUrl: `${DATA}iccs/`,
      enableXfa: false,
      verbosity: 0,
    })
    task.onPassword = (answer: (password: string) => void, reason: number) =>
      onPassword(reason === PasswordResponses.INCORRECT_PASSWORD, answer)
    close = () => {
      source.abort()
      void task.destroy().catch(() => undefined)
    }
    return task.promise
  }
  return {
    document: open(),
    close: () => {
      isClosed = true
      close()
    },
  }
}
