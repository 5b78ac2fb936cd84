import { getLinkDownloadUrl, pageLinkInstances, queryLinkAttribute } from '@clouddisk/contract/links'
import { pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import { readEnvelope } from './envelope.ts'
import { type Answer, abreast, type Wire } from './wire.ts'

/** A visit of a link as its page makes it: what the link is, the first page of its files, and one of them downloaded. */

export interface Visits {
  readonly count: number
  /** Visitors at one moment. */
  readonly width: number
  /** Files that the link opens, and bytes of each. */
  readonly files: number
  readonly size: number
}

/** As in the visitor's page. */
const FIRST_PAGE_SIZE = 40

export function visitLink(wire: Wire, linkPath: string, { count, width, size }: Visits): Promise<number> {
  return abreast(count, width, async (n) => {
    const ask = visitor(wire)
    await ask(queryLinkAttribute, { linkPath })
    const { list } = await ask(pageLinkInstances, { linkPath, pageSize: FIRST_PAGE_SIZE })
    const { instanceId = '' } = list[n % list.length] ?? {}
    const url = new URL(await ask(getLinkDownloadUrl, { linkPath, instanceId }))
    const { body } = await wire.send('GET', url.pathname + url.search)
    if (body.length !== size) throw new Error('another file came')
  })
}

/** The calls of one visitor, with the cookie of its visit. */
function visitor(wire: Wire) {
  let cookie: Record<string, string> = {}
  return async <T extends Route>(route: T, input: Record<string, string | number>): Promise<Reply<T>> => {
    const answer = await send(wire, route, input, cookie)
    const set = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0])
    if (set.length > 0) cookie = { cookie: set.join('; ') }
    return readEnvelope(answer) as Reply<T>
  }
}

function send(
  wire: Wire,
  route: Route,
  input: Record<string, string | number>,
  headers: Record<string, string>,
): Promise<Answer> {
  const path = pathOf(route)
  if (route.methods[0] === 'GET') {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return wire.send('GET', `${path}?${query}`, headers)
  }
  return wire.send('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(input))
}
