import type { ConfigEntry } from './entry.ts'
import { FILE_RULES, FILES_AND_TEXT, RETENTION } from './table/files.ts'
import { BACKGROUND, CONTENT_CHECK, SEARCH } from './table/operations.ts'
import { CLIENT, PAGE } from './table/page.ts'
import { LISTS, NAMES, SESSIONS, SIGN_IN, SPACES } from './table/people.ts'
import { DOWNLOADS, UPLOADS } from './table/transfers.ts'

/** Everything that the business configuration shows, in the order of the page. */
export const ENTRIES: readonly ConfigEntry[] = [
  ...UPLOADS,
  ...DOWNLOADS,
  ...FILE_RULES,
  ...FILES_AND_TEXT,
  ...RETENTION,
  ...SPACES,
  ...SESSIONS,
  ...SIGN_IN,
  ...LISTS,
  ...SEARCH,
  ...CONTENT_CHECK,
  ...BACKGROUND,
  ...NAMES,
  ...PAGE,
  ...CLIENT,
]

const BY_CODE: ReadonlyMap<string, ConfigEntry> = new Map(ENTRIES.map((entry) => [entry.code, entry]))

export const entryOf = (code: string): ConfigEntry | undefined => BY_CODE.get(code)
