import { LIMITS } from '@clouddisk/contract/limits'
import {
  DENSITIES,
  DOWNLOAD_AS,
  FILE_VIEWS,
  OPEN_BY,
  ORDER_TYPES,
  PAGE_SETTINGS,
  type Settings,
  SKINS,
  START_PAGES,
  THEMES,
} from '@clouddisk/contract/settings'
import { ORDERS } from '@clouddisk/contract/shapes'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

/**
 * A person's settings that the page acts on (R81): stored in the browser for the first paint, and on the server for other
 * browsers.
 */
export type Preferences = Readonly<Required<Pick<Settings, keyof typeof PAGE_SETTINGS>>>

const SWITCH = [true, false]
const CHOICES: { readonly [K in keyof Preferences]: readonly Preferences[K][] } = {
  skin: SKINS,
  theme: THEMES,
  density: DENSITIES,
  startPage: START_PAGES,
  filesView: FILE_VIEWS,
  filesOrderBy: ORDERS,
  filesOrderType: ORDER_TYPES,
  pageSize: LIMITS.pageSizes,
  openBy: OPEN_BY,
  showRedCount: SWITCH,
  vioceTip: SWITCH,
  downloadAs: DOWNLOAD_AS,
  localHelper: SWITCH,
}

const NAMES = Object.keys(CHOICES) as (keyof Preferences)[]
const storageKey = (name: keyof Preferences) => `clouddisk.${name}`

function readOne<K extends keyof Preferences>(name: K): Preferences[K] {
  const stored = readStored(storageKey(name))
  return CHOICES[name].find((choice) => String(choice) === stored) ?? PAGE_SETTINGS[name]
}

const readAll = (): Preferences =>
  Object.fromEntries(NAMES.map((name) => [name, readOne(name)])) as unknown as Preferences

const current = createStore(readAll())
export const preferences = current.get
export const usePreferences = current.use

function adopt(next: Preferences): void {
  const changed = NAMES.filter((name) => next[name] !== preferences()[name])
  if (changed.length === 0) return
  for (const name of changed) writeStored(storageKey(name), String(next[name]))
  current.set(next)
  applyTheme()
}

let save: ((change: Settings) => void) | undefined
/** Saves changes on the server; set by the accounts feature. */
export const savePreferencesWith = (saver: typeof save): void => {
  save = saver
}

/** Applies the given preferences at once and saves them. */
export function setPreferences(change: Partial<Preferences>): void {
  adopt({ ...preferences(), ...change })
  save?.(change)
}

/** Applies the server's preferences; others are left unchanged. */
export function receivePreferences(settings: Settings): void {
  const known = NAMES.filter((name) => settings[name] !== undefined)
  adopt({ ...preferences(), ...Object.fromEntries(known.map((name) => [name, settings[name]])) })
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const isDark = ({ theme }: Preferences) => theme === 'dark' || (theme === 'system' && systemDark().matches)

/** Applies skin and theme. Throws if the skin's colours did not load (B§8). */
export function applyTheme(shown: Preferences = preferences()): void {
  const root = document.documentElement
  root.dataset.skin = shown.skin
  if (isDark(shown)) root.dataset.theme = 'dark'
  else delete root.dataset.theme
  if (getComputedStyle(root).getPropertyValue('--accent').trim() === '') {
    throw new Error(`skin "${shown.skin}" did not load`)
  }
}

/** Applies the theme and follows the system's dark mode and other tabs. Returns a function that stops it. */
export function followTheme(): () => void {
  applyTheme()
  const dark = systemDark()
  const onDark = () => applyTheme()
  const onStorage = (event: StorageEvent) => {
    if (event.key?.startsWith('clouddisk.')) adopt(readAll())
  }
  dark.addEventListener('change', onDark)
  addEventListener('storage', onStorage)
  return () => {
    dark.removeEventListener('change', onDark)
    removeEventListener('storage', onStorage)
  }
}
