import type { Settings } from '@clouddisk/contract/accounts'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

/**
 * Display preferences (R81): stored in the browser for the first paint, and on the server for other browsers.
 */

export interface Preferences {
  readonly skin: 'redblack' | 'light'
  readonly theme: 'light' | 'dark' | 'system'
  readonly density: 'comfortable' | 'compact'
  /** Red dots with counts while transferring. */
  readonly showRedCount: boolean
  /** A sound when all transfers have ended. */
  readonly vioceTip: boolean
}

const DEFAULTS: Preferences = {
  skin: 'redblack',
  theme: 'light',
  density: 'comfortable',
  showRedCount: true,
  vioceTip: true,
}

const CHOICES: { readonly [K in keyof Preferences]: readonly Preferences[K][] } = {
  skin: ['redblack', 'light'],
  theme: ['light', 'dark', 'system'],
  density: ['comfortable', 'compact'],
  showRedCount: [true, false],
  vioceTip: [true, false],
}

const NAMES = Object.keys(DEFAULTS) as (keyof Preferences)[]
const storageKey = (name: keyof Preferences) => `clouddisk.${name}`

function readOne<K extends keyof Preferences>(name: K): Preferences[K] {
  const stored = readStored(storageKey(name))
  return CHOICES[name].find((choice) => String(choice) === stored) ?? DEFAULTS[name]
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
