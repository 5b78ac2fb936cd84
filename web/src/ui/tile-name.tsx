import { type ReactElement, useMemo } from 'react'
import { marked } from './file-name.tsx'
import { fitName } from './fit-name.ts'
import { textWidth, useFonts } from './text-width.ts'

/** Borders, icon and gap, px. */
const BESIDE_NAME = 2 + 2 * 12 + 18 + 8
/** Font size of `text-secondary`. */
const FONT_SIZE = 13

export interface TileNameProps {
  name: string
  mark: string
  tileWidth: number
}

/** The name in two lines beside a small icon, truncated in the middle. */
export function TileName({ name, mark, tileWidth }: TileNameProps): ReactElement {
  const fonts = useFonts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are others with other fonts
  const lines = useMemo(
    () => fitName(name, tileWidth - BESIDE_NAME, (text) => textWidth(text, FONT_SIZE)),
    [name, tileWidth, fonts],
  )
  return (
    <span title={name} className="min-w-0 flex-1 whitespace-pre">
      <span className="sr-only">{name}</span>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first line and the second
        <span key={place} aria-hidden className="block truncate">
          {(mark && marked(line, mark)) || line}
        </span>
      ))}
    </span>
  )
}
