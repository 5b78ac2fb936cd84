import { EXTENSIONS, LIKE } from '@clouddisk/contract/filetypes'
import { TEXT_SOURCE_BYTES_MAX } from './text-converter.ts'

/** Which files are searched inside, by their names; what they really are is told by their content. */

const words = (list: string | undefined): string[] => (list ?? '').split(' ')

const TEXTS = new Set([
  ...words(EXTENSIONS.text[1]),
  ...words(LIKE.text),
  ...words(EXTENSIONS.html[1]),
  ...words(LIKE.html),
  ...words('pdf docx docm dotx xlsx xlsm xltx pptx pptm ppsx potx odt ods odp ott ots otp csv tsv'),
  ...words('ts mts cts vue svelte scss less php rb pl lua swift kt kts scala cs vb ps1 cmd r jl dart'),
  ...words('cc cxx hpp hh m mm asm gradle toml env tex bib rst adoc org srt vtt ics vcf eml diff patch'),
])

export const mayHaveText = (ext: string, size: number): boolean =>
  size > 0 && size <= TEXT_SOURCE_BYTES_MAX && (ext === '' || TEXTS.has(ext.toLowerCase()))
