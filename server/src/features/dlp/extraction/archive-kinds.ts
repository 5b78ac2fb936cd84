/** Archives by their first bytes: those that the content check looks into. */

const SIGNATURES: readonly Buffer[] = [
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.from('377abcaf271c', 'hex'),
  Buffer.from('Rar!\x1a\x07', 'latin1'),
  // gzip, bzip2, xz, Zstandard, compress
  Buffer.from('1f8b08', 'hex'),
  Buffer.from('BZh', 'latin1'),
  Buffer.from('fd377a585a00', 'hex'),
  Buffer.from('28b52ffd', 'hex'),
  Buffer.from('1f9d', 'hex'),
]
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const TAR = { at: 257, signature: Buffer.from('ustar', 'latin1') }
/** First bytes that are needed. */
export const ARCHIVE_HEAD_BYTES = TAR.at + TAR.signature.length

/** Compound files: doc, xls, ppt, msg, and newer Office files with a password. */
export const isOldOffice = (head: Buffer): boolean => head.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE)

export const isArchive = (head: Buffer): boolean =>
  SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature)) ||
  head.subarray(TAR.at, TAR.at + TAR.signature.length).equals(TAR.signature)
