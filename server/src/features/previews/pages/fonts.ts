import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

/** Fonts that page processes draw text with: those of the machine, and the Chinese one of the Office previews. */

const PACKAGE = '@expo-google-fonts/noto-sans-sc'
const FILE = '400Regular/NotoSansSC_400Regular.ttf'
const CHINESE = "'Noto Sans SC', 'Noto Sans CJK SC', 'Noto Sans CJK JP', 'WenQuanYi Zen Hei'"

let isRegistered = false

function register(): void {
  if (isRegistered) return
  isRegistered = true
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
    const path = join(folder, FILE)
    if (existsSync(path)) GlobalFonts.registerFromPath(path, 'Noto Sans SC')
  } catch {
    // The package is optional.
  }
}

/** @param size in pixels */
export function fontOf(kind: 'text' | 'name', size: number): string {
  register()
  const own = kind === 'text' ? "'Noto Sans Mono', 'DejaVu Sans Mono', 'Liberation Mono'" : "'Noto Sans'"
  return `${size}px ${own}, ${CHINESE}, ${kind === 'text' ? 'monospace' : 'sans-serif'}`
}
