import { PDFDataRangeTransport } from 'pdfjs-dist'
import { language } from '../../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../../lib/save-file.ts'

/** Bytes of a PDF as its pages need them, by ranges of its signed address. */

/** Bytes of one request. */
export const RANGE_BYTES = 256 * 1024
/** Requests of a page that fail because of the network are repeated. */
const ATTEMPTS = 3
const RETRY_MS = 1000

export interface PdfAddress {
  current(): string
  /** Fetches a new address of the same content: requests to one may start for ten minutes. */
  renew(): Promise<unknown>
}

interface Bytes {
  readonly bytes: Uint8Array
  /** Bytes of the whole file. */
  readonly total: number
}

export class PdfSource extends PDFDataRangeTransport {
  readonly #address: PdfAddress
  readonly #onError: (error: unknown) => void
  readonly #aborter = new AbortController()

  /** Reads the beginning. Rejects with the server's refusal. */
  static async open(address: PdfAddress, onError: (error: unknown) => void): Promise<PdfSource> {
    const start = await readRange(address, 0, RANGE_BYTES)
    return new PdfSource(start, address, onError)
  }

  private constructor({ bytes, total }: Bytes, address: PdfAddress, onError: (error: unknown) => void) {
    super(total, bytes, bytes.length === total)
    this.#address = address
    this.#onError = onError
  }

  override requestDataRange(begin: number, end: number): void {
    readRange(this.#address, begin, end, this.#aborter.signal).then(
      ({ bytes }) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!this.#aborter.signal.aborted) this.#onError(error)
      },
    )
  }

  override abort(): void {
    this.#aborter.abort()
  }
}

async function readRange(
  address: PdfAddress,
  begin: number,
  end: number,
  signal: AbortSignal | null = null,
): Promise<Bytes> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(address.current(), begin, end, signal)
    } catch (error) {
      if (attempt === ATTEMPTS || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (attempt - 1)))
      await address.renew()
    }
  }
}

async function readOnce(url: string, begin: number, end: number, signal: AbortSignal | null): Promise<Bytes> {
  const headers = { Range: `bytes=${begin}-${end - 1}`, 'Accept-Language': language }
  const answer = await fetch(url, { signal, headers }).catch(unreachableError)
  if (!answer.ok) throw await downloadRefusal(answer)
  const bytes = new Uint8Array(await answer.arrayBuffer().catch(unreachableError))
  const total = Number(answer.headers.get('content-range')?.split('/')[1] ?? bytes.length)
  return { bytes, total }
}
