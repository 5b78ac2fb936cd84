/**
 * File-type lookup (B§3, B§9): type number, family for icon and colour, and what a browser shows by itself. The page
 * draws its icons from the family; there are no picture files, so the lookup's `path` to one has no counterpart.
 */

export type FileFamily =
  | 'picture'
  | 'video'
  | 'spreadsheet'
  | 'presentation'
  | 'document'
  | 'text'
  | 'pdf'
  | 'audio'
  | 'archive'
  | 'html'
  | 'other'

export interface FileType {
  /** 1 picture, 2 video, 3 office/pdf/text, 4 audio, 5 archive, 6 html, 7 other (R261). */
  readonly fType: 1 | 2 | 3 | 4 | 5 | 6 | 7
  readonly family: FileFamily
}

export const EXTENSIONS: Record<Exclude<FileFamily, 'other'>, readonly [FileType['fType'], string]> = {
  picture: [1, 'png jpg jpeg bmp svg gif tif tiff pcx'],
  video: [2, 'mp4 wmv mkv mpg 264 ts mov 3gp avi ogg webm flv rmvb asf'],
  spreadsheet: [3, 'xls xlsx'],
  presentation: [3, 'ppt pptx'],
  document: [3, 'doc docx'],
  text: [3, 'txt log'],
  pdf: [3, 'pdf'],
  audio: [4, 'mp3 wma wav aac'],
  archive: [5, 'zip rar gz tar 7z'],
  html: [6, 'html'],
}

const OTHER: FileType = { fType: 7, family: 'other' }
const byExtension = new Map<string, FileType>()
for (const [family, [fType, list]] of Object.entries(EXTENSIONS)) {
  for (const ext of list.split(' ')) byExtension.set(ext, { fType, family: family as FileFamily })
}

/** Type of a file by its extension, case ignored. */
export const fileTypeOf = (ext: string): FileType => byExtension.get(ext.toLowerCase()) ?? OTHER

/** Kinds that B§9 has no number for, by what they are to people: for the icon alone, the number stays 7. */
export const LIKE: Partial<Record<FileFamily, string>> = {
  picture: 'webp avif heic heif ico psd',
  video: 'm4v mpeg mts m2ts',
  spreadsheet: 'csv tsv ods et xlsm xlt xltx',
  presentation: 'odp key dps pps ppsx pptm',
  document: 'odt rtf wps pages docm dot dotx',
  text: 'md markdown ini conf cfg properties',
  audio: 'flac m4a oga opus mid',
  archive: 'gzip tgz bz2 xz zst iso',
  // The angle brackets of its glyph say source as well as page.
  html: 'htm xhtml css json xml yml yaml js mjs jsx tsx py java c h cpp go rs sh bat sql',
}
const byLikeness = new Map<string, FileFamily>()
for (const [family, list] of Object.entries(LIKE)) {
  for (const ext of list.split(' ')) byLikeness.set(ext, family as FileFamily)
}

/** The family whose icon a file has, by its extension, case ignored. */
export const iconOf = (ext: string): FileFamily =>
  byExtension.get(ext.toLowerCase())?.family ?? byLikeness.get(ext.toLowerCase()) ?? 'other'

/** Archives whose contents are listed and extracted, by extension; what they are, the content decides. */
const ARCHIVES = 'zip rar gz tar 7z tgz bz2 tbz tbz2 xz txz zst tzst gzip'.split(' ')
export const isArchive = (ext: string): boolean => ARCHIVES.includes(ext.toLowerCase())

/** Whether it may hold one file without a folder, or a tar: its content decides. */
export const isCompressedFile = (name: string): boolean => /(?<!\.tar)\.(?:gz|bz2|xz|zst|gzip)$/i.test(name)

/** `photos.tar.gz` is extracted to the folder `photos`. */
export const extractedName = (archiveName: string): string =>
  archiveName.replace(/\.(?:tar\.(?:gz|bz2|xz|zst|lzma|z)|[a-z0-9]{1,5})$/i, '') || archiveName

/** How the page opens a file that a browser shows by itself. */
export type InlineKind = 'picture' | 'pdf' | 'text' | 'html' | 'audio' | 'video'

const INLINE: Record<InlineKind, string> = {
  picture: 'png jpg jpeg bmp gif svg webp avif',
  pdf: 'pdf',
  text: 'txt log md csv tsv json xml yml yaml ini conf css js ts tsx py java c h cpp go rs sh sql',
  html: 'html htm',
  audio: 'mp3 wav aac m4a flac',
  video: 'mp4 webm ogg',
}

/** How a browser shows a file by its extension, case ignored; undefined where it is offered for download only. */
export const inlineKindOf = (ext: string): InlineKind | undefined =>
  (Object.keys(INLINE) as InlineKind[]).find((kind) => INLINE[kind].split(' ').includes(ext.toLowerCase()))

/** Content types of what is not sent as text; pages are: the preview shows them in a frame without scripts or network. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
}

/** Kind and the fixed content type it is sent with; undefined where the file is offered for download only. */
export function inlineOf(ext: string): { kind: InlineKind; contentType: string } | undefined {
  const kind = inlineKindOf(ext)
  if (kind === undefined) return undefined
  return { kind, contentType: CONTENT_TYPES[ext.toLowerCase()] ?? 'text/plain; charset=utf-8' }
}

/** Playable in a browser (B§5: mp4, ogg, webm). */
export const couldBePlayed = (ext: string): boolean => ['mp4', 'ogg', 'webm'].includes(ext.toLowerCase())
