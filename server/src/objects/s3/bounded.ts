import { pipeline, type Readable, Transform } from 'node:stream'
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler'

type Handle = NodeHttpHandler['handle']
type Request = Parameters<Handle>[0]
type Options = NonNullable<Parameters<Handle>[1]>
type Answer = Awaited<ReturnType<Handle>>

/** A page of a list whose names are all as long as they may be takes half of it. Bytes. */
export const RESPONSE_MAX = 16 * 1024 * 1024
const REFUSED = 300

export class ResponseTooLong extends Error {
  /** Bytes that it may have. */
  readonly longest: number
  constructor(longest: number) {
    super(`The answer has more than ${longest} bytes.`)
    this.name = 'AnswerTooLong'
    this.longest = longest
  }
}

/** Keeps a store, or whatever answers in its place, from filling our memory: the library reads all of an answer before it looks. */
export class BoundedHttpHandler extends NodeHttpHandler {
  readonly #longest: number
  readonly #until: AbortSignal | undefined

  constructor(
    options: NodeHttpHandlerOptions,
    { longest, until }: { longest: number; until: AbortSignal | undefined },
  ) {
    super(options)
    this.#longest = longest
    this.#until = until
  }

  override async handle(request: Request, options: Options = {}): Promise<Answer> {
    const answer = await super.handle(request, this.#until ? within(options, this.#until) : options)
    const { response } = answer
    const longest = response.statusCode < REFUSED ? this.#longest : RESPONSE_MAX
    if (longest !== Number.POSITIVE_INFINITY) response.body = bounded(response, longest)
    return answer
  }
}

const within = (options: Options, until: AbortSignal): Options => {
  const given = options.abortSignal as AbortSignal | undefined
  return { ...options, abortSignal: given ? AbortSignal.any([given, until]) : until }
}

function bounded({ headers, body }: Answer['response'], longest: number): Readable {
  // What has said its length keeps to it.
  if (Number(headers['content-length']) <= longest) return body
  let bytes = 0
  const passed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > longest) done(new ResponseTooLong(longest))
      else done(null, chunk)
    },
  })
  // Whoever reads what comes out hears of all that goes wrong.
  pipeline(body, passed, () => undefined)
  return passed
}
