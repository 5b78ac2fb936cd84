import { FILE_COLORS } from '../../ui/file-icon.tsx'

/** Fills of the bar: those of the file types, and for what is no kind of file, patterns and tokens. */
export const FILLS = {
  picture: FILE_COLORS.picture,
  video: FILE_COLORS.video,
  document: FILE_COLORS.document,
  audio: FILE_COLORS.audio,
  archive: FILE_COLORS.archive,
  other: FILE_COLORS.other,
  versions: 'var(--warn-fill)',
  trash: 'repeating-linear-gradient(45deg, var(--mut) 0 2px, var(--line-2) 2px 4px)',
  reserved: 'repeating-linear-gradient(135deg, var(--info-fill) 0 3px, var(--info-line) 3px 6px)',
} as const
export type Part = keyof typeof FILLS
