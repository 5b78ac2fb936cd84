import { hostname } from 'node:os'
import { isNodeName, NODE_NAME_MAX, NODE_NAME_MIN } from '@clouddisk/contract/admin-nodes'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { openServerId } from '../../config/server-id.ts'
import { VERSION } from '../../config/version.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { ALIVE, lockNodes } from './node-store.ts'

/**
 * This server as a node (R91): its row says when it was last seen, by the database's clock. The row is found by the id of the
 * data folder. A server without a row starts as the node of its name, or makes one.
 */

type Presence = Pick<Context, 'db' | 'config' | 'stores' | 'log'>

/** Registers the server at its start. */
export const registerNode = (ctx: Presence): Promise<void> => register(ctx, true)

/** Says that the server is alive; registers it anew if its node was deleted, or if the node of its name is free now. */
export async function keepPresent(ctx: Presence): Promise<void> {
  const serverId = await openServerId(ctx.config.dataDir)
  const row = await ctx.db.reader
    .updateTable('node')
    .set({ seen_at: sql`clock_timestamp()`, version: VERSION })
    .where('server_id', '=', serverId)
    .returning('name')
    .executeTakeFirst()
  if (!row || (await mayTakeItsName(ctx, row.name))) await register(ctx, false)
}

/** Whether the node has another name than the configured one, and nobody runs as the node of that name. */
async function mayTakeItsName({ db, config }: Presence, name: string): Promise<boolean> {
  if (config.node === undefined || isSame(name, config.node)) return false
  const { rows } = await sql`
    select from node where lower(name) = lower(${config.node}) and not ${ALIVE}`.execute(db.reader)
  return rows.length > 0
}

interface Found {
  readonly id: string
  readonly name: string
  readonly isOwn: boolean
  /** Whether this server may start as it. */
  readonly isFree: boolean
}

/**
 * A node that no server has started as is anybody's of that name; one whose server is away is taken over by a server that is
 * configured with its name, as after its machine was replaced.
 * @param starts the node is renamed to the configured name only then: administrators may rename it later.
 */
async function register({ db, config, stores, log }: Presence, starts: boolean): Promise<void> {
  const serverId = await openServerId(config.dataDir)
  const said = await db.transact(async (tx) => {
    await lockNodes(tx)
    const { rows } = await sql<Found>`
      select id, name, server_id is not distinct from ${serverId}::uuid as "isOwn",
        server_id is null or (${config.node !== undefined} and not ${ALIVE}) as "isFree" from node`.execute(
      tx,
    )
    const own = rows.find(({ isOwn }) => isOwn)
    const wanted = config.node ?? (own ? own.name : nameOfHost(hostname()))
    const named = rows.find(({ name }) => isSame(name, wanted))
    const node = await become(tx, {
      serverId,
      own,
      named,
      wanted,
      starts,
      names: rows.map(({ name }) => name),
    })
    await sql`
      update node set seen_at = clock_timestamp(), version = ${VERSION},
        started_at = coalesce(${starts ? null : sql`started_at`}, clock_timestamp() - make_interval(secs => ${process.uptime()}))
      where id = ${node.id}`.execute(tx)
    if (node.id !== own?.id)
      await audit(tx, {
        action: 'node.registered',
        object: { type: 'node', id: node.id, name: node.name },
        detail: { version: VERSION },
      })
    return { name: node.name, isOther: config.node !== undefined && starts && !isSame(node.name, wanted) }
  })
  if (said.isOther)
    log.warn(
      { node: said.name },
      `CLOUDDISK_NODE: another server is running as ${config.node}; this one is ${said.name} until that one has ended`,
    )
  // Its cluster may be another now, and with it the nearest buckets.
  await stores.refresh()
}

interface Choice {
  readonly serverId: string
  readonly own: Found | undefined
  /** The node that has the wanted name. */
  readonly named: Found | undefined
  readonly wanted: string
  readonly starts: boolean
  readonly names: readonly string[]
}

async function become(
  tx: Tx,
  { serverId, own, named, wanted, starts, names }: Choice,
): Promise<Pick<Found, 'id' | 'name'>> {
  if (own && named?.id === own.id) return own
  if (named?.isFree) {
    if (own) await tx.deleteFrom('node').where('id', '=', own.id).execute()
    await tx.updateTable('node').set({ server_id: serverId }).where('id', '=', named.id).execute()
    return named
  }
  if (own && (named || !starts)) return own
  if (own) {
    await tx
      .updateTable('node')
      .set({ name: wanted, updated_at: sql`clock_timestamp()` })
      .where('id', '=', own.id)
      .execute()
    return { id: own.id, name: wanted }
  }
  const node = { id: newId(), name: freeName(wanted, names) }
  const at = sql<Date>`clock_timestamp()`
  await tx
    .insertInto('node')
    .values({ ...node, server_id: serverId, created_at: at, updated_at: at })
    .execute()
  return node
}

/** As the index of names compares. */
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The first label of the host's name, as long as a node's name may be. */
export function nameOfHost(host: string): string {
  const [label = ''] = host.split('.')
  const name = label.replaceAll(/[^\p{L}\p{N}_-]/gu, '').slice(0, NODE_NAME_MAX)
  const long = name.length >= NODE_NAME_MIN ? name : ['node', name].filter(Boolean).join('-')
  return isNodeName(long) ? long : 'node'
}

/** The name, with a number where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()))
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `-${n}`
    const tried = [...name].slice(0, NODE_NAME_MAX - end.length).join('') + end
    if (!known.has(tried.toLowerCase())) return tried
  }
}
