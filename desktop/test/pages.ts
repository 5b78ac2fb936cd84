import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Pages for a window to show, at an origin of its own. */
export interface Pages {
  readonly origin: string
  close(): Promise<void>
}

/**
 * @param respond HTML, or an address to be sent on to.
 * @param headersOf sent with the HTML.
 */
export async function servePages(
  respond: (path: string, request: IncomingMessage) => string,
  headersOf: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Pages> {
  const server = createServer((request, response) => {
    const answer = respond(request.url ?? '/', request)
    if (/^https?:/.test(answer)) response.writeHead(302, { location: answer }).end()
    else {
      const headers = { 'content-type': 'text/html; charset=utf-8', ...headersOf(request.url ?? '/') }
      response.writeHead(200, headers).end(answer)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
