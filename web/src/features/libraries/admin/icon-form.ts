import { ICON_KINDS, type IconKind, iconType } from '@clouddisk/contract/admin-libraries'
import { LIMITS } from '@clouddisk/contract/limits'
import { t } from './strings.ts'

/** Icons that were chosen, before they are sent. */

export interface ChosenIcon {
  readonly base64: string
  /** For the preview. */
  readonly address: string
}

export type ChosenIcons = { readonly [K in IconKind]?: ChosenIcon }

/** Reads a picture, or says what is wrong with it. */
export async function readIcon(file: File): Promise<ChosenIcon | string> {
  if (file.size > LIMITS.iconBytesMax) return t('iconSize')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = iconType(bytes)
  if (!type) return t('iconType')
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  const base64 = btoa(text)
  return { base64, address: `data:${type};base64,${base64}` }
}

/** What is missing of a library that has some already. */
export function missingIcons(icons: ChosenIcons, kept: readonly IconKind[]): string | undefined {
  const missing = ICON_KINDS.filter((kind) => !icons[kind] && !kept.includes(kind))
  return missing.length === 0
    ? undefined
    : t('iconMissing', { names: missing.map((kind) => t(kind)).join(t('comma')) })
}
