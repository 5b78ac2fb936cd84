import Type, { type Static } from 'typebox'
import { LANGUAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { Empty, ORDERS, oneOf } from './shapes.ts'

/** A person's settings (R81), saved so that they follow from one browser to the next. */

/** What narrows the audit log, kept under a name: the page's address behind the question mark. */
export const LogView = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 40 }),
  search: Type.String({ maxLength: 1000 }),
})
export type LogView = Static<typeof LogView>
export const LOG_VIEWS_MAX = 10
/** Characters, as Windows bounds a path. */
export const DOWNLOAD_PATH_MAX = 32_767

export const SKINS = ['redblack', 'light'] as const
export const DEFAULT_SKIN: (typeof SKINS)[number] = 'redblack'
export const THEMES = ['light', 'dark', 'system'] as const
export const DENSITIES = ['comfortable', 'compact'] as const
/** Where the page begins: the pages by their addresses, or the one that was open last in this browser. */
export const START_PAGES = [
  'personalFile',
  'groupFile',
  'fileShare',
  'myCollect',
  'personalTable',
  'last',
] as const
export const FILE_VIEWS = ['list', 'grid'] as const
export const ORDER_TYPES = ['asc', 'desc'] as const
export const OPEN_BY = ['double', 'single'] as const
/** How several files are downloaded; `ask`: one by one, with a question where they are many. */
export const DOWNLOAD_AS = ['ask', 'zip', 'files'] as const

export const Settings = Type.Object({
  /** Absent until it is chosen. */
  language: Type.Optional(oneOf(LANGUAGES)),
  skin: Type.Optional(oneOf(SKINS)),
  theme: Type.Optional(oneOf(THEMES)),
  density: Type.Optional(oneOf(DENSITIES)),
  startPage: Type.Optional(oneOf(START_PAGES)),
  /** View and order of folders that have none of their own. */
  filesView: Type.Optional(oneOf(FILE_VIEWS)),
  filesOrderBy: Type.Optional(oneOf(ORDERS)),
  filesOrderType: Type.Optional(oneOf(ORDER_TYPES)),
  /** Rows of lists with numbered pages, until another number is chosen there. */
  pageSize: Type.Optional(Type.Enum(LIMITS.pageSizes as [number, ...number[]])),
  /** The clicks that open a file or folder. */
  openBy: Type.Optional(oneOf(OPEN_BY)),
  showRedCount: Type.Optional(Type.Boolean()),
  vioceTip: Type.Optional(Type.Boolean()),
  downloadAs: Type.Optional(oneOf(DOWNLOAD_AS)),
  /** Whether large transfers are offered to the desktop client on systems other than Windows. */
  localHelper: Type.Optional(Type.Boolean()),
  /** Where the desktop client saves downloads; "" is its own default. */
  downloadPath: Type.Optional(Type.String({ maxLength: DOWNLOAD_PATH_MAX })),
  /** Whether the desktop client asks for each download. */
  askDownloadPath: Type.Optional(Type.Boolean()),
  /** Whether the desktop client syncs local folders. */
  localSync: Type.Optional(Type.Boolean()),
  /** Whether the tour of a new person is still to be shown. */
  showLeadTip: Type.Optional(Type.Boolean()),
  logViews: Type.Optional(Type.Array(LogView, { maxItems: LOG_VIEWS_MAX })),
})
export type Settings = Static<typeof Settings>

/** Of settings that the page acts on. */
export const PAGE_SETTINGS = {
  skin: DEFAULT_SKIN,
  theme: 'light',
  density: 'comfortable',
  startPage: 'personalFile',
  filesView: 'list',
  filesOrderBy: 'instanceName',
  filesOrderType: 'asc',
  pageSize: LIMITS.pageSizeDefault,
  openBy: 'double',
  showRedCount: true,
  vioceTip: true,
  downloadAs: 'ask',
  localHelper: false,
} as const satisfies Settings

/** What holds until a person chooses something else. */
export const DEFAULT_SETTINGS: Settings = {
  ...PAGE_SETTINGS,
  downloadPath: '',
  askDownloadPath: false,
  localSync: false,
  showLeadTip: true,
  logViews: [],
}

export const querySettings = route({
  name: 'querySettings',
  method: 'GET',
  path: '/user/querySettings',
  input: Empty,
  reply: Settings,
  summary:
    'The person’s settings, with the defaults of those that were never saved; a language only once it is chosen.',
})

export const saveSettings = route({
  name: 'saveSettings',
  method: 'POST',
  path: '/user/saveSettings',
  input: Settings,
  reply: Settings,
  summary: 'Changes the settings that are given; answers all.',
})
