import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** The IP white list (R99, R155, B§3): from which addresses people, administrators and visitors get in. */

/**
 * Whom a rule restricts: everybody who signs in; the people of a department and of those below; use of the
 * administration; visits of external links.
 */
export const IP_RULE_OBJECTS = ['everybody', 'department', 'administrators', 'links'] as const
export type IpRuleObject = (typeof IP_RULE_OBJECTS)[number]

/** `try` only counts the requests that would be refused. */
export const IP_RULE_MODES = ['active', 'try', 'off'] as const
export type IpRuleMode = (typeof IP_RULE_MODES)[number]

export const IP_RULES_MAX = 200
export const IP_REGIONS_MAX = 200
/** Addresses and networks in one rule, or in one region. */
export const IP_RULE_RANGES_MAX = 200
export const IP_REGION_RANGES_MAX = 5000
export const IP_REMARK_MAX = 200
export const IP_REGION_NAME_MAX = 60

const IpRange = Type.String({
  maxLength: 80,
  description: 'an IPv4 or IPv6 address, or a network: 10.0.0.0/8',
})

export const IpRegion = Type.Object({
  regionId: Id,
  regionName: Type.String(),
  ranges: Type.Array(Type.String()),
  remark: Type.String(),
  /** Rules that refer to it. */
  rules: Type.Integer(),
  updateTime: Instant,
})
export type IpRegion = Static<typeof IpRegion>

export const IpRule = Type.Object({
  ruleId: Id,
  objectType: oneOf(IP_RULE_OBJECTS),
  departmentId: nullable(Id),
  /** Names from the top down; empty without a department. */
  departmentPath: Type.Array(Type.String()),
  ranges: Type.Array(Type.String()),
  regions: Type.Array(Type.Object({ regionId: Id, regionName: Type.String() })),
  remark: Type.String(),
  mode: oneOf(IP_RULE_MODES),
  /** Since the mode was chosen, what it refused or would have refused, counted once a minute for a person and network. */
  refusedCount: Type.Integer(),
  refusedTime: nullable(Instant),
  refusedAddress: nullable(Type.String()),
  updateTime: Instant,
  updatedBy: nullable(Type.String()),
})
export type IpRule = Static<typeof IpRule>

export const queryIpRules = route({
  name: 'queryIpRules',
  method: 'GET',
  path: '/admin/whitelist/query',
  admin: 'access',
  input: Empty,
  reply: Type.Object({
    rules: Type.Array(IpRule),
    regions: Type.Array(IpRegion),
    /** Where the server sees the caller. */
    address: Type.String(),
  }),
  errors: ['area_refused'],
  summary: 'All rules and regions, and the caller’s own address.',
})

export const saveIpRule = route({
  name: 'saveIpRule',
  method: 'POST',
  path: '/admin/whitelist/save',
  admin: 'access',
  input: Type.Object({
    /** The rule to change; absent for a new one. */
    ruleId: Type.Optional(Id),
    objectType: oneOf(IP_RULE_OBJECTS),
    /** Of the object `department`. */
    departmentId: Type.Optional(Id),
    ranges: Type.Array(IpRange, { maxItems: 2 * IP_RULE_RANGES_MAX }),
    regionIds: Type.Optional(Type.Array(Id, { maxItems: 2 * IP_REGIONS_MAX })),
    remark: Type.Optional(Type.String({ maxLength: 1024 })),
    mode: oneOf(IP_RULE_MODES),
  }),
  reply: Type.Object({ ruleId: Id }),
  errors: ['area_refused', 'not_found', 'would_lock_out', 'too_many_items', 'list_full'],
  summary: 'A new rule, or the whole of a changed one; in force at once.',
})

export const removeIpRule = route({
  name: 'removeIpRule',
  method: 'POST',
  path: '/admin/whitelist/remove',
  admin: 'access',
  input: Type.Object({ ruleId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'would_lock_out'],
  summary: 'Deletes a rule.',
})

export const saveIpRegion = route({
  name: 'saveIpRegion',
  method: 'POST',
  path: '/admin/whitelist/region/save',
  admin: 'access',
  bodyMax: 1024 * 1024,
  input: Type.Object({
    /** The region to change; absent for a new one. */
    regionId: Type.Optional(Id),
    regionName: Type.String({ maxLength: 1024 }),
    ranges: Type.Array(IpRange, { maxItems: 2 * IP_REGION_RANGES_MAX }),
    remark: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  reply: Type.Object({ regionId: Id }),
  errors: ['area_refused', 'not_found', 'name_taken', 'would_lock_out', 'too_many_items', 'list_full'],
  summary: 'A new region, or the whole of a changed one; rules that refer to it follow at once.',
})

export const removeIpRegion = route({
  name: 'removeIpRegion',
  method: 'POST',
  path: '/admin/whitelist/region/remove',
  admin: 'access',
  input: Type.Object({ regionId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'ip_region_used'],
  summary: 'Deletes a region that no rule refers to.',
})
