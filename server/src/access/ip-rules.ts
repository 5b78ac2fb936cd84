import type { IpRuleMode, IpRuleObject } from '@clouddisk/contract/ip-rules'
import { SECOND } from '@clouddisk/contract/time'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Reader } from '../db/database.ts'

/**
 * From which addresses somebody gets in. For an object with at least one active rule only addresses of its rules do; where
 * several objects apply, all of them have to permit the address.
 */

export interface IpRuleRow {
  readonly id: string
  readonly objectType: IpRuleObject
  readonly departmentId: string | null
  readonly mode: Exclude<IpRuleMode, 'off'>
  /** Of the rule and of its regions, in CIDR form. */
  readonly ranges: readonly string[]
}

/** Everybody, administrators, links; or a department's id. */
export type RestrictedObject = Exclude<IpRuleObject, 'department'> | (string & {})

interface RulesOfObject {
  /** Undefined without a rule of this mode. */
  readonly active: readonly Network[] | undefined
  /** With those that are tried. */
  readonly tried: readonly Network[] | undefined
  readonly activeIds: readonly string[]
  readonly triedIds: readonly string[]
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** What came of an address. */
export interface AddressVerdict {
  /** The object that refuses it; undefined if it is permitted. */
  readonly refusedBy: RestrictedObject | undefined
  /** Rules that refuse it, or would if they were active. */
  readonly refusing: readonly string[]
  readonly wouldRefuse: readonly string[]
}

const PERMITTED: AddressVerdict = { refusedBy: undefined, refusing: [], wouldRefuse: [] }

/** The rules in force, ready to be asked. */
export class IpRules {
  readonly #objects = new Map<RestrictedObject, RulesOfObject>()
  /** Verdicts of the addresses that were asked for last. */
  readonly #known = new LRUCache<string, AddressVerdict>({ max: 5000 })

  constructor(rows: readonly IpRuleRow[]) {
    const objectOf = ({ objectType, departmentId }: IpRuleRow): RestrictedObject => departmentId ?? objectType
    for (const [object, rules] of Map.groupBy(rows, objectOf)) {
      const active = rules.filter(({ mode }) => mode === 'active')
      const tried = rules.filter(({ mode }) => mode === 'try')
      const networks = (some: readonly IpRuleRow[]) => some.flatMap(({ ranges }) => ranges.map(toNetwork))
      this.#objects.set(object, {
        active: active.length > 0 ? networks(active) : undefined,
        tried: tried.length > 0 ? networks(rules) : undefined,
        activeIds: active.map(({ id }) => id),
        triedIds: tried.map(({ id }) => id),
      })
    }
  }

  ask(objects: readonly RestrictedObject[], address: string): AddressVerdict {
    const restricted = this.#objects.size === 0 ? [] : objects.filter((one) => this.#objects.has(one))
    if (restricted.length === 0) return PERMITTED
    const key = `${address} ${restricted.join()}`
    const known = this.#known.get(key)
    if (known) return known
    const verdict = this.#judge(restricted, address)
    this.#known.set(key, verdict)
    return verdict
  }

  #judge(objects: readonly RestrictedObject[], address: string): AddressVerdict {
    // An address that cannot be read is in no network.
    const ip = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
    const isIn = (networks: readonly Network[]) => networks.some((network) => ip && contains(network, ip))
    const rules = objects.flatMap((object) => {
      const one = this.#objects.get(object)
      return one ? [{ object, ...one }] : []
    })
    const refusing = rules.filter(({ active }) => active && !isIn(active))
    const wouldRefuse = rules.filter(({ tried }) => tried && !isIn(tried))
    return {
      refusedBy: refusing[0]?.object,
      refusing: refusing.flatMap(({ activeIds }) => activeIds),
      wouldRefuse: wouldRefuse.flatMap(({ triedIds }) => triedIds),
    }
  }
}

function toNetwork(range: string): Network {
  const [address, bits] = ipaddr.parseCIDR(range)
  return [address, bits]
}

const contains = ([network, bits]: Network, ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  network.kind() === ip.kind() && (ip as ipaddr.IPv4).match(network as ipaddr.IPv4, bits)

const MAPPED_BITS = 96

/** An address or network as it is stored: its first address with the length, IPv4-mapped as IPv4. */
export function canonicalRange(text: string): string {
  const [typed = '', length] = text.trim().split('/')
  const parsed = ipaddr.parse(typed)
  const bits = length === undefined ? parsed.toByteArray().length * 8 : Number(length)
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS
  const [address, kept] = isMapped ? [parsed.toIPv4Address(), bits - MAPPED_BITS] : [parsed, bits]
  const bytes = address.toByteArray().map((byte, place) => {
    const free = Math.min(8, Math.max(0, (place + 1) * 8 - kept))
    return byte & (0xff << free) & 0xff
  })
  return `${ipaddr.fromByteArray(bytes).toString()}/${kept}`
}

/** Rules that are not off, as `db` has them: in a transaction, with its own changes. */
export async function loadIpRules(db: Reader): Promise<IpRules> {
  const { rows } = await sql<IpRuleRow>`
    select r.id, r.object_type as "objectType", r.department_id as "departmentId", r.mode,
      r.ranges || coalesce((
        select array_agg(network) from ip_rule_region u join ip_region g on g.id = u.region_id, unnest(g.ranges) as network
        where u.rule_id = r.id), '{}') as ranges
    from ip_rule r where r.mode <> 'off'`.execute(db)
  return new IpRules(rows)
}

/** Bounds staleness while notifications of the database cannot be received. */
const TTL_MS = 2 * SECOND

/** The rules of this process; read again when they may have changed. */
export class IpRuleCache {
  readonly #db: Reader
  #loaded: { readonly rules: Promise<IpRules>; readonly at: number } | undefined

  constructor(db: Reader) {
    this.#db = db
  }

  current(): Promise<IpRules> {
    const now = performance.now()
    if (this.#loaded && now - this.#loaded.at < TTL_MS) return this.#loaded.rules
    const rules = loadIpRules(this.#db)
    const loaded = { rules, at: now }
    this.#loaded = loaded
    // What failed is not remembered.
    rules.catch(() => {
      if (this.#loaded === loaded) this.#loaded = undefined
    })
    return rules
  }

  invalidate(): void {
    this.#loaded = undefined
  }
}

/** What restricts a person, and a visitor of a link. */
export const objectsOfPerson = (
  departments: readonly string[],
  administering: boolean,
): RestrictedObject[] => ['everybody', ...departments, ...(administering ? ['administrators'] : [])]
export const OBJECTS_OF_VISITOR: readonly RestrictedObject[] = ['links']
