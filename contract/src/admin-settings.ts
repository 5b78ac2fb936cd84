import Type, { type Static } from 'typebox'
import { ConfiguredLink, LINKS_MAX } from './configured-links.ts'
import { route } from './route.ts'
import { oneOf } from './shapes.ts'
import { VersionLimits } from './versions.ts'

/** Settings of the installation, for super administrators. */

/** Whose names are masked where people are found and listed (C41): nobody's, those of other departments, everybody's. */
export const MASK_NAMES = ['off', 'otherDepartments', 'everybody'] as const
export type MaskNames = (typeof MASK_NAMES)[number]

/** Characters of the product’s name. */
export const SYSTEM_TITLE_MAX = 32

export const LINK_VISITS_PER_HOUR_MAX = 1_000_000

/** Characters of the address, `{id}` included. */
export const APPROVAL_URL_MAX = 500

/** Whether an address can be opened for a request. */
export const isApprovalUrl = (text: string): boolean => {
  const url = URL.parse(text.replaceAll('{id}', 'id'))
  return text.includes('{id}') && (url?.protocol === 'https:' || url?.protocol === 'http:')
}

export const InstanceSettings = Type.Object({
  /** The product’s name; "" for the configured one (CLOUDDISK_TITLE), or else our own. */
  systemTitle: Type.String({ maxLength: SYSTEM_TITLE_MAX }),
  maskNames: oneOf(MASK_NAMES),
  /** Whether texts in files are searched; without it no text is kept. */
  contentSearch: Type.Boolean(),
  /** Whether people have the personal table. */
  personalTable: Type.Boolean(),
  /** For spaces without limits of their own. */
  ...VersionLimits.properties,
  /** Visits of links from one network in an hour, and bytes that are sent to it in a day; 0 for no limit. */
  linkVisitsPerHour: Type.Integer({ minimum: 0, maximum: LINK_VISITS_PER_HOUR_MAX }),
  linkBytesPerDay: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** Where the company asks for approval of external sharing besides, with `{id}` for the request; "" for nowhere. */
  approvalUrl: Type.String({ maxLength: APPROVAL_URL_MAX }),
  /** In the menus of everybody who is signed in, in this order. */
  links: Type.Array(ConfiguredLink, { maxItems: LINKS_MAX }),
})
export type InstanceSettings = Static<typeof InstanceSettings>

export const queryInstanceSettings = route({
  name: 'queryInstanceSettings',
  method: 'GET',
  path: '/admin/config/query',
  admin: 'config',
  input: Type.Object({}),
  reply: InstanceSettings,
  summary: 'The settings of the installation.',
})

export const saveInstanceSettings = route({
  name: 'saveInstanceSettings',
  method: 'POST',
  path: '/admin/config/save',
  admin: 'config',
  input: Type.Partial(InstanceSettings),
  reply: InstanceSettings,
  summary: 'Changes the settings that are given, in force with the next call; answers all.',
})
