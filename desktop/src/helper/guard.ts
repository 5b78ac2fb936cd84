import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from a page of the client's server. Browsers say so themselves (`Origin`), and which name they
 * have looked up (`Host`): another name that leads to this computer is a page of somebody else (DNS rebinding).
 * @param port on which the request came.
 */
export function isFromOwnPage({ headers }: IncomingMessage, origin: string, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return headers.origin === origin && hosts.includes(headers.host ?? '')
}
