import net from 'node:net'
import tls from 'node:tls'
import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import { SECOND } from '@clouddisk/contract/time'
import { Client, type Entry, type SearchOptions } from 'ldapts'
import { LdapFault, toFault } from './faults.ts'

/** One connection to a directory server. It is never opened a second time: a lost connection ends what runs on it. */

export interface LdapTarget extends Pick<DirectorySettings, 'url' | 'tls' | 'ca' | 'base' | 'user'> {
  readonly password: string
}

const CONNECT_MS = 10 * SECOND
/** For one answer, or one page. */
const ANSWER_MS = 30 * SECOND
const PAGE_SIZE = 500

export interface LdapConnection {
  /** Entries in pages; each page is forgotten when the next one is asked for. */
  pages(base: string, options: LdapSearch): AsyncGenerator<Entry[]>
  /** At most `sizeLimit` entries, without an error where there are more. */
  first(base: string, options: LdapSearch, sizeLimit: number): Promise<Entry[]>
  /** Whether the name and password are right. The connection reads nothing afterwards. */
  verify(dn: string, password: string): Promise<boolean>
}

export type LdapSearch = Pick<SearchOptions, 'filter' | 'scope' | 'attributes' | 'explicitBufferAttributes'>

/** Connects, signs in as the account that reads, and closes afterwards. `deadlineMs` is for all of it; without, each answer has its time. */
export async function withLdap<T>(
  target: LdapTarget,
  work: (ldap: LdapConnection) => Promise<T>,
  deadlineMs?: number,
): Promise<T> {
  const lines = new Lines()
  const deadline = deadlineMs === undefined ? undefined : setTimeout(() => lines.cut(), deadlineMs)
  try {
    const client = openClient(target, lines, Math.min(deadlineMs ?? ANSWER_MS, ANSWER_MS))
    return await lines.guard(async () => {
      if (target.tls === 'startTls') await client.startTLS(tlsOptions(target))
      // An empty password would be taken for an anonymous sign-in, which succeeds for every name (RFC 4513, 5.1.2).
      if (target.password === '') throw new LdapFault('credentials')
      await client.bind(target.user, target.password)
      return work(readerOf(client, lines, target))
    })
  } catch (error) {
    throw lines.timedOut ? new LdapFault('silent') : toFault(error, target)
  } finally {
    clearTimeout(deadline)
    lines.close()
  }
}

function openClient(target: LdapTarget, lines: Lines, timeout: number): Client {
  const connect = (port: number, host: string) => lines.add(net.connect({ port, host, keepAlive: true }))
  const secure = (...args: Parameters<typeof tls.connect>) => lines.add(tls.connect(...args))
  return new Client({
    url: target.url,
    timeout,
    connectTimeout: Math.min(timeout, CONNECT_MS),
    ...(target.tls === 'ldaps' && { tlsOptions: tlsOptions(target) }),
    createConnection: connect as unknown as typeof net.connect,
    createSecureConnection: secure as unknown as typeof tls.connect,
  })
}

/** The name in the certificate is compared with that of the address. */
function tlsOptions({ url, ca }: LdapTarget): tls.ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(ca.trim() !== '' && { ca }),
    minVersion: 'TLSv1.2',
  }
}

/** Its sockets: one, and a second one that is the first one's encryption. */
class Lines {
  readonly #sockets: net.Socket[] = []
  #lose: (error: Error) => void = () => undefined
  readonly #lost = new Promise<never>((_, reject) => {
    this.#lose = reject
  })
  #isClosing = false
  timedOut = false

  constructor() {
    this.#lost.catch(() => undefined)
  }

  add<T extends net.Socket>(socket: T): T {
    // The library would reconnect by itself, unencrypted and signed in as nobody, and so read less than there is.
    const isEncryption = socket instanceof tls.TLSSocket && this.#sockets.length === 1
    if (this.#sockets.length > 0 && !isEncryption) {
      socket.destroy()
      throw new LdapFault('cut')
    }
    this.#sockets.push(socket)
    socket.once('error', (error) => this.#lose(error))
    socket.once('close', () => this.#lose(new LdapFault('cut')))
    return socket
  }

  /** Fails as soon as a socket is lost: the library waits for answers on some that will not come. */
  guard<T>(work: () => Promise<T>): Promise<T> {
    const working = work()
    working.catch(() => undefined)
    return Promise.race([working, this.#lost])
  }

  /** Because of the deadline. */
  cut(): void {
    if (this.#isClosing) return
    this.timedOut = true
    this.#lose(new LdapFault('silent'))
    this.close()
  }

  close(): void {
    this.#isClosing = true
    for (const socket of this.#sockets.toReversed()) {
      socket.on('error', () => undefined)
      socket.destroy()
    }
  }
}

function readerOf(client: Client, lines: Lines, target: LdapTarget): LdapConnection {
  const search = (options: LdapSearch): SearchOptions => ({
    scope: 'sub',
    derefAliases: 'never',
    ...options,
  })
  const requireBound = () => {
    if (!client.isBound && target.tls !== 'startTls') throw new LdapFault('cut')
  }
  return {
    async *pages(base, options) {
      const paged = client.searchPaginated(base, { ...search(options), paged: { pageSize: PAGE_SIZE } })
      for (;;) {
        requireBound()
        const page = await lines.guard(() => paged.next())
        if (page.done) return
        // Referrals name other servers, which have directories of their own here.
        yield page.value.searchEntries
      }
    },
    async first(base, options, sizeLimit) {
      requireBound()
      const paged = client.searchPaginated(base, { ...search(options), paged: { pageSize: sizeLimit } })
      const page = await lines.guard(() => paged.next())
      return page.done ? [] : page.value.searchEntries.slice(0, sizeLimit)
    },
    async verify(dn, password) {
      if (password === '') return false
      try {
        await lines.guard(() => client.bind(dn, password))
        return true
      } catch (error) {
        if (toFault(error, target).fault === 'credentials') return false
        throw error
      }
    },
  }
}
