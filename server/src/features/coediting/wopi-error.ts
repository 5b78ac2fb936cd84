/** An answer of the protocol other than success. */
export class WopiError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  constructor(
    status: number,
    reason: string,
    { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: unknown } = {},
  ) {
    super(reason)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export function refuseWopi(...args: ConstructorParameters<typeof WopiError>): never {
  throw new WopiError(...args)
}

/** The file has another lock than the one that is named; none: `current` is undefined. */
export const refuseLock = (current: string | undefined, reason: string): never =>
  refuseWopi(409, reason, {
    headers: { 'x-wopi-lock': current ?? '', 'x-wopi-lockfailurereason': reason },
  })
