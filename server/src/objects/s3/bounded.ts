import { pipeline, type Readable, Transform } from 'node:stream'
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler'

type Handle = NodeHttpHandler['handle']
type Request = Parameters<Handle>[0]
type Options = NonNullable<Parameters<Handle>[1]>
type Output = Awaited<ReturnType<Handle>>

/** Twice the size of a page of a list with the maxBytes names. Bytes. */
export const RESPONSE_MAX = 16 * 1024 * 1024

export class ResponseTooLong extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The response has more than ${maxBytes} bytes.`)
    this.name = 'ResponseTooLong'
    this.maxBytes = maxBytes
  }
}

/** Limits the size of responses, as the library reads them into memory. */
export class BoundedHttpHandler extends NodeHttpHandler {
  readonly #maxBytes: number
  readonly #signal: AbortSignal | undefined

  constructor(
    options: NodeHttpHandlerOptions,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal | undefined },
  ) {
    super(options)
    this.#maxBytes = maxBytes
    this.#signal = signal
  }

  override async handle(request: Request, options: Options = {}): Promise<Output> {
    const output = await super.handle(request, this.#signal ? withSignal(options, this.#signal) : options)
    const { response } = output
    const maxBytes = response.statusCode < 300 ? this.#maxBytes : RESPONSE_MAX
    if (maxBytes !== Number.POSITIVE_INFINITY) response.body = bounded(response, maxBytes)
    return output
  }
}

const withSignal = (options: Options, signal: AbortSignal): Options => {
  const own = options.abortSignal as AbortSignal | undefined
  return { ...options, abortSignal: own ? AbortSignal.any([own, signal]) : signal }
}

function bounded({ headers, body }: Output['response'], maxBytes: number): Readable {
  // Node enforces the announced length.
  if (Number(headers['content-length']) <= maxBytes) return body
  let bytes = 0
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(new ResponseTooLong(maxBytes))
      else done(null, chunk)
    },
  })
  // The reader of `limited` gets the error.
  pipeline(body, limited, () => undefined)
  return limited
}
