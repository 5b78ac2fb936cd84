import { createServer } from 'node:net'

/** Where a store answers, and who may ask. */
export interface Reach {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
}

/** A store of S3's protocol on this machine, on its way. */
export interface Store {
  readonly reach: Reach
  /** It takes calls; fails where it cannot be started. */
  readonly ready: Promise<void>
  /** Nothing of it is left. */
  stop(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
