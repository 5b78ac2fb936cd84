import { type FileFamily, iconOf } from '@clouddisk/contract/filetypes'
import type { ReactElement } from 'react'

/** Colours of DESIGN.md section 4: not tokens, the same in every skin. */
export const FILE_COLORS: Record<FileFamily, string> = {
  document: '#2f6bea',
  spreadsheet: '#1b8f56',
  presentation: '#d9602a',
  pdf: '#c8313c',
  picture: '#7c56dd',
  video: '#c2378b',
  audio: '#0e8ea3',
  archive: '#7a6a55',
  html: '#3b78a8',
  text: '#5c6675',
  other: '#8b929e',
}

export interface FileIconProps {
  /** File extension, in any case; without one the icon is "other". */
  ext?: string | undefined
  folder?: boolean | undefined
  /** The icon on a shared folder. */
  mark?: 'people' | 'link' | undefined
  /** 26 in lists, 30 in palettes, 46 to 58 in grids. */
  size?: number | undefined
  className?: string | undefined
}

/** A sheet with a folded corner and a white glyph, or an amber folder. Hidden from screen readers. */
export function FileIcon({ ext = '', folder, mark, size = 26, className }: FileIconProps): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden className={`shrink-0 ${className ?? ''}`}>
      {folder ? <Folder mark={mark} /> : <Sheet family={iconOf(ext)} />}
    </svg>
  )
}

function Folder({ mark }: { mark: 'people' | 'link' | undefined }): ReactElement {
  return (
    <>
      <path d="M2 6.4a2 2 0 0 1 2-2h5.1a2 2 0 0 1 1.5.7l1.3 1.5H22a2 2 0 0 1 2 2v5H2V6.4Z" fill="#e29d22" />
      <path
        d="M2 10.4a1.6 1.6 0 0 1 1.6-1.6h18.8a1.6 1.6 0 0 1 1.6 1.6v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-9Z"
        fill="#fcc656"
      />
      {mark && (
        <g fill="none" stroke="#7d5208" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round">
          {mark === 'people' ? (
            <path d="M11.4 13.8a1.9 1.9 0 1 0 0-.1ZM8.9 19a4.4 4.4 0 0 1 8.6 0M16 11.8a1.9 1.9 0 0 1 .6 3.5M18 16.6a4 4 0 0 1 1.6 2.4" />
          ) : (
            <path d="m12 13.4 1.5-1.5a2.1 2.1 0 0 1 3 3L15 16.4M14 16.6l-1.5 1.5a2.1 2.1 0 0 1-3-3l1.5-1.5M11.8 16.2l2.4-2.4" />
          )}
        </g>
      )}
    </>
  )
}

function Sheet({ family }: { family: FileFamily }): ReactElement {
  return (
    <>
      <path
        d="M5 4.3a2 2 0 0 1 2-2h8.6L21 7.7v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4.3Z"
        fill={FILE_COLORS[family]}
      />
      <path d="M15.6 2.3 21 7.7h-4.4a1 1 0 0 1-1-1V2.3Z" fill="#fff" fillOpacity=".42" />
      {GLYPHS[family]}
    </>
  )
}

const stroke = {
  fill: 'none',
  stroke: '#fff',
  strokeWidth: 1.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const lines = (d: string) => <path d={d} {...stroke} />

const GLYPHS: Record<FileFamily, ReactElement> = {
  document: lines('M8.4 12.7h9.2M8.4 15.5h9.2M8.4 18.3h5.8'),
  text: lines('M8.4 13.2h9.2M8.4 16h5.6M8.4 18.8h8'),
  spreadsheet: <path d="M8.5 12.4h9v7.2h-9v-7.2ZM13 12.4v7.2M8.5 16h9" {...stroke} />,
  presentation: <path d="M8.3 11.8h9.4v5.8H8.3v-5.8ZM13 17.6v2M10.6 19.9h4.8" {...stroke} />,
  pdf: (
    <text x="13" y="17.9" textAnchor="middle" fontSize="5.4" fontWeight="700" fill="#fff" letterSpacing=".1">
      PDF
    </text>
  ),
  picture: (
    <g fill="#fff">
      <circle cx="10.4" cy="12.6" r="1.35" />
      <path d="M8 19.6l3-3.6 1.7 1.9 2.4-3.2 3.1 4.9H8Z" />
    </g>
  ),
  video: <path d="M10.4 11.6v7.6l6.6-3.8-6.6-3.8Z" fill="#fff" />,
  audio: (
    <g {...stroke}>
      <circle cx="10" cy="18.4" r="1.5" />
      <circle cx="15" cy="17.4" r="1.5" />
      <path d="M11.5 18.4v-5.2l5-1v5.2" />
    </g>
  ),
  archive: (
    <path
      d="M12 3.4h1.6v1.5H12V3.4Zm1.6 3H15.2v1.5h-1.6V6.4Zm-1.6 3h1.6v1.5H12V9.4Zm0 4.4h2v3.4a1 1 0 0 1-2 0v-3.4Z"
      fill="#fff"
      fillOpacity=".92"
    />
  ),
  html: lines('M10.8 12.8 7.9 15.6l2.9 2.8M15.2 12.8l2.9 2.8-2.9 2.8'),
  other: lines('M10.6 13.6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5M13 19.9v.01'),
}
