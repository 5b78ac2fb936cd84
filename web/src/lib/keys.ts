/** Key combinations in the notation of actions: `Mod+Shift+C`, `F2`, `?`. */

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

interface Combination {
  mod: boolean
  shift: boolean
  alt: boolean
  key: string
}

const ALIASES: Record<string, string> = {
  Del: 'Delete',
  Esc: 'Escape',
  Space: ' ',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Plus: '+',
}

export function parseKeys(keys: string): Combination {
  const parts = keys.split('+')
  // The plus key is written as `Plus`.
  const key = parts.at(-1) ?? ''
  return {
    mod: parts.includes('Mod'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: ALIASES[key] ?? key,
  }
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Whether the pressed keys match; Shift is ignored for characters such as `?`, whose Shift depends on the
 * layout.
 */
export function matchesKeys(event: KeyPress, keys: string, mac: boolean = isMac): boolean {
  const expected = parseKeys(keys)
  const mod = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  if (other || mod !== expected.mod || event.altKey !== expected.alt) return false
  const isSymbol = expected.key.length === 1 && !/[a-z0-9 ]/i.test(expected.key)
  if (!isSymbol && event.shiftKey !== expected.shift) return false
  return event.key.toLowerCase() === expected.key.toLowerCase()
}

const SHOWN: Record<string, string> = {
  Delete: 'Del',
  Escape: 'Esc',
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** As printed in menus: `Ctrl ⇧ C`, on macOS `⌘ ⇧ C`. */
export function showKeys(keys: string, mac: boolean = isMac): string {
  const { mod, shift, alt, key } = parseKeys(keys)
  const shown = SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return [mod && (mac ? '⌘' : 'Ctrl'), alt && (mac ? '⌥' : 'Alt'), shift && '⇧', shown]
    .filter(Boolean)
    .join(' ')
}
