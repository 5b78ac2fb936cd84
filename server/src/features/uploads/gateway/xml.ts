import { XMLParser } from 'fast-xml-parser'
import { type ListedPart, ObjectError, type PartList, type PartRef } from '../../../objects/port.ts'

/** The XML of the S3 subset. */

export class MalformedXml extends ObjectError {
  constructor() {
    super('MalformedXML', 400, 'The body is not the expected XML.')
  }
}

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '')
const tag = (name: string, value: string | number | boolean): string =>
  `<${name}>${escaped(String(value))}</${name}>`
const document = (name: string, ...children: string[]): string =>
  `${PROLOG}<${name} ${NAMESPACE}>${children.join('')}</${name}>`

export interface ObjectAddress {
  readonly bucket: string
  readonly key: string
}

export const initiatedXml = ({ bucket, key }: ObjectAddress, uploadId: string): string =>
  document('InitiateMultipartUploadResult', tag('Bucket', bucket), tag('Key', key), tag('UploadId', uploadId))

export function partsXml(
  { bucket, key }: ObjectAddress,
  uploadId: string,
  page: PartList,
  after: number,
  max: number,
): string {
  return document(
    'ListPartsResult',
    tag('Bucket', bucket),
    tag('Key', key),
    tag('UploadId', uploadId),
    tag('PartNumberMarker', after),
    tag('NextPartNumberMarker', page.parts.at(-1)?.partNumber ?? after),
    tag('MaxParts', max),
    tag('IsTruncated', page.more),
    ...page.parts.map(partXml),
  )
}

const partXml = ({ partNumber, size, etag }: ListedPart): string =>
  `<Part>${tag('PartNumber', partNumber)}${tag('ETag', `"${etag}"`)}${tag('Size', size)}</Part>`

export const completedXml = ({ bucket, key }: ObjectAddress, location: string, etag: string): string =>
  document(
    'CompleteMultipartUploadResult',
    tag('Location', location),
    tag('Bucket', bucket),
    tag('Key', key),
    tag('ETag', `"${etag}"`),
  )

export const errorXml = (code: string, message: string, resource: string, requestId: string): string =>
  `${PROLOG}<Error>${tag('Code', code)}${tag('Message', message)}${tag('Resource', resource)}${tag('RequestId', requestId)}</Error>`

const READ = ['CompleteMultipartUpload', 'Part', 'PartNumber', 'ETag']

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Part',
  // Unknown elements are skipped: building a tree of them would take seconds.
  updateTag: (name) => READ.includes(name) && name,
})

/** Bytes and tags of one part with every checksum that S3 clients send. */
const PART_BYTES = 400
const PART_TAGS = 20

/** Most bytes of a body that lists so many parts. */
export const completeMax = (partCount: number): number => 4096 + PART_BYTES * partCount

/** The parts listed in a CompleteMultipartUpload, in order. Throws MalformedXml. */
export function readCompleteXml(body: string, partCount: number): PartRef[] {
  // Document types and processing instructions are refused, hence also custom entities.
  if (body.includes('<!') || body.trimStart().lastIndexOf('<?') > 0) throw new MalformedXml()
  if (body.split('<', PART_TAGS * (partCount + 1)).length === PART_TAGS * (partCount + 1))
    throw new MalformedXml()
  const parts = parse(body)?.CompleteMultipartUpload?.Part
  if (!Array.isArray(parts)) throw new MalformedXml()
  return parts.map(readPart)
}

function parse(body: string): { CompleteMultipartUpload?: { Part?: unknown } } | undefined {
  try {
    return parser.parse(body, true)
  } catch {
    throw new MalformedXml()
  }
}

function readPart(part: { PartNumber?: unknown; ETag?: unknown } | null): PartRef {
  const partNumber = part?.PartNumber
  const etag = part?.ETag
  if (typeof partNumber !== 'string' || !/^\s*\d{1,5}\s*$/.test(partNumber) || typeof etag !== 'string') {
    throw new MalformedXml()
  }
  return { partNumber: Number(partNumber), etag: etag.replaceAll(/&quot;|&#34;|["\s]/g, '') }
}
