import { language } from '../../lib/i18n.ts'
import type { OwnPicture } from '../../ui/markdown/markdown.ts'
import { SIZES } from './pictures/sizes.ts'

/** Pictures of the product itself, which `e2e/help-pictures.ts` takes in both languages. */

const urls = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** @param name as in a text: `upload-panel`. */
export function pictureOf(name: string): OwnPicture | undefined {
  const file = `${name}.${language.slice(0, 2)}`
  const src = urls[`./pictures/${file}.webp`]
  const [width, height] = SIZES[file] ?? []
  return src && width && height ? { src, width, height } : undefined
}
