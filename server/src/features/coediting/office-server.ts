import { NEW_DOCUMENTS, type OnlineMode, type OnlineTypes } from '@clouddisk/contract/coediting'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { discoveryOf } from './discovery.ts'
import { actionKey, type Discovery } from './discovery-xml.ts'

/** The Office servers that clusters have. */

export interface OfficeServer {
  readonly clusterId: string
  readonly address: string
}

/** Nearest first: of this server’s cluster, of its site, of any other. */
export async function officeServers({ db, stores }: Pick<Context, 'db' | 'stores'>): Promise<OfficeServer[]> {
  const here = stores.distances.here
  const { rows } = await sql<OfficeServer>`
    select id as "clusterId", coediting_address as address from cluster where coediting_address <> ''
    order by case when id = ${here?.clusterId ?? null}::uuid then 0 when site_id = ${here?.siteId ?? null}::uuid then 1 else 2 end,
      name collate name_order, id`.execute(db.reader)
  return rows
}

/** The one of a cluster; undefined once it has none. */
export const officeServerOf = async (
  ctx: Pick<Context, 'db' | 'stores'>,
  clusterId: string,
): Promise<OfficeServer | undefined> => (await officeServers(ctx)).find((one) => one.clusterId === clusterId)

/** Actions in the order of preference. */
const ACTIONS: Readonly<Record<OnlineMode, readonly string[]>> = {
  edit: ['edit'],
  view: ['view', 'embedview'],
}

/** The address that opens files of an extension, with its placeholders; undefined where it cannot. */
export const actionOf = ({ actions }: Discovery, mode: OnlineMode, ext: string): string | undefined =>
  ACTIONS[mode].map((name) => actions.get(actionKey(name, ext))).find((url) => url !== undefined)

const extensionsOf = ({ actions }: Discovery, mode: OnlineMode): string[] =>
  [...actions.keys()].flatMap((key) => {
    const [name = '', ext = ''] = key.split(' ')
    return ACTIONS[mode].includes(name) ? [ext] : []
  })

const NOTHING: OnlineTypes = { edit: [], view: [], create: [] }

/** What the nearest Office server can open. */
export async function onlineTypes(ctx: Context): Promise<OnlineTypes> {
  const [server] = await officeServers(ctx)
  const discovery = server && (await discoveryOf(ctx, server.address))
  if (!discovery) return NOTHING
  const edit = [...new Set(extensionsOf(discovery, 'edit'))].sort()
  const view = [...new Set([...extensionsOf(discovery, 'view'), ...edit])].sort()
  return {
    edit,
    view,
    // New files have an empty document in them, so that `edit` opens them where there is no `editnew`.
    create: NEW_DOCUMENTS.filter((ext) => edit.includes(ext)),
  }
}

/** Origins that the editor’s page shows in a frame and posts tokens to. */
export async function officeOrigins(ctx: Context): Promise<string[]> {
  const servers = await officeServers(ctx)
  const found = await Promise.all(servers.map(({ address }) => discoveryOf(ctx, address)))
  const urls = found.flatMap((discovery) => (discovery ? [...discovery.actions.values()] : []))
  const origins = urls.map((url) => URL.parse(url.replace(/[?<].*$/, ''))?.origin)
  return [...new Set(origins.filter((origin) => origin !== undefined && origin !== 'null'))] as string[]
}
