import type { StoredPart } from './messages.ts'

/** Reads and writes the S3 XML of object calls. Reading is lenient. */

interface StoreError {
  readonly code: string
  readonly message: string
}

export const uploadIdOf = (xml: string): string | undefined => textOf(xml, 'UploadId')

export function partPageOf(xml: string): { parts: StoredPart[]; next: number | null } {
  const parts = [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    partNumber: Number(textOf(part, 'PartNumber')),
    etag: textOf(part, 'ETag') ?? '',
    size: Number(textOf(part, 'Size')),
  }))
  const more = textOf(xml, 'IsTruncated') === 'true'
  return { parts, next: more ? Number(textOf(xml, 'NextPartNumberMarker')) : null }
}

export function errorIn(xml: string): StoreError | undefined {
  if (!/<Error[\s>]/.test(xml)) return undefined
  return { code: textOf(xml, 'Code') ?? '', message: textOf(xml, 'Message') ?? '' }
}

export function completeBody(parts: readonly StoredPart[]): string {
  const lines = parts.map(
    ({ partNumber, etag }) =>
      `<Part><PartNumber>${partNumber}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${lines.join('')}</CompleteMultipartUpload>`
}

function textOf(xml: string, tag: string): string | undefined {
  const found = new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`).exec(xml)
  return found?.[1] === undefined ? undefined : unescapeXml(found[1].trim())
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    return NAMED[name] ?? whole
  })

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
