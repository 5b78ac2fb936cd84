import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Config, ConfigError } from '../config/config.ts'

type ListenAddress = Pick<Config, 'host' | 'port'>

/** Throws ConfigError if the address cannot be listened on; tries it out and closes it again. */
export async function requireListenable(place: ListenAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen(place)
    await once(server, 'listening')
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, place)
  }
  server.close()
  await once(server, 'close')
}

/** A listen error as a one-line ConfigError that names HOST or PORT. */
export function explainListenError(error: NodeJS.ErrnoException, { host, port }: ListenAddress): Error {
  const says = REASONS[error.code ?? '']
  return says ? new ConfigError(says(host, port)) : error
}

const notLocal = (host: string) =>
  `HOST: ${host} is not an address of this machine. Set 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.`

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `PORT: ${port} is already in use on ${host}. Stop the other program, or set another port.`,
  EACCES: (_host, port) => `PORT: this user is not allowed to listen on ${port}. Set a port above 1023.`,
  EADDRNOTAVAIL: notLocal,
  EINVAL: notLocal,
  EAFNOSUPPORT: notLocal,
  ENOTFOUND: notLocal,
  EAI_AGAIN: (host) => `HOST: ${host} could not be resolved. Set an address of this machine.`,
}

/** The URLs of a listening server: for this machine, and for others if it listens on all interfaces. */
export function urlsOf({ host, port }: ListenAddress, listening: ReturnType<Server['address']>): string[] {
  const own = typeof listening === 'object' && listening ? listening.port : port
  const isAll = host === '0.0.0.0' || host === '::'
  const hosts = isAll ? ['localhost', ...networkAddresses()] : [host]
  return hosts.map((one) => `http://${one.includes(':') ? `[${one}]` : one}:${own}`)
}

const networkAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
