import { open } from 'node:fs/promises'
import { ConversionFailed } from '../../../conversion/limits.ts'

/**
 * What an Office file is by its first bytes. LibreOffice takes what it does not know for text: bytes without meaning would
 * become pages of them.
 */

const HEAD_BYTES = 4096
const SECTOR_BITS_AT = 0x1e
const DIRECTORY_SECTOR_AT = 0x30
/** The container of the formats before 2007, and of later files with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK')
/** Excel before 1997, Word before 1993. */
const OLD_FORMATS = ['0900', '0902', '0904', '0908', 'dba5', '31be'].map((hex) => Buffer.from(hex, 'hex'))
const SINCE_2007 = /^(?:doc|dot|xls|xlt|ppt|pps)[xm]$/

/** Throws ConversionFailed if the file is no Office file, or one that needs a password. */
export async function checkOffice(path: string, ext: string): Promise<void> {
  const file = await open(path)
  try {
    const read = async (at: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0)
    if (startsWith(head, COMPOUND_FILE)) {
      if (SINCE_2007.test(ext) && (await read(directoryOf(head))).includes(ENCRYPTED_PACKAGE))
        throw new ConversionFailed('encrypted')
    } else if (!isKnown(head) && !isText(head)) {
      throw new ConversionFailed('broken', 'is no Office file')
    }
  } finally {
    await file.close()
  }
}

const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

/** Where the names of its streams begin. */
function directoryOf(head: Buffer): number {
  if (head.length <= DIRECTORY_SECTOR_AT + 4) return 0
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(SECTOR_BITS_AT), 12)
  return (head.readUInt32LE(DIRECTORY_SECTOR_AT) + 1) * sectorBytes
}

const startsWith = (head: Buffer, bytes: Buffer): boolean => head.subarray(0, bytes.length).equals(bytes)
const isKnown = (head: Buffer): boolean => [ZIP, ...OLD_FORMATS].some((bytes) => startsWith(head, bytes))

/** RTF, HTML, XML and tables of text are common under these names. */
const isText = (head: Buffer): boolean =>
  head.length > 0 && (isUtf16(head) || head.every((byte) => byte > 0x1f || (byte >= 0x07 && byte <= 0x0d)))
const isUtf16 = ([a, b]: Buffer): boolean => (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
