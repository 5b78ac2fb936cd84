import { Declined } from './text-task.ts'

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The text of a file, whose kind is known by its first bytes. Throws Declined where it has none. Runs in a confined process. */
export async function textOf(bytes: Buffer): Promise<string> {
  const head = bytes.subarray(0, 1024)
  if (head.includes('%PDF-')) return (await import('./pdf-text.ts')).pdfText(bytes)
  if (head.subarray(0, 4).equals(ZIP)) return (await import('./office-text.ts')).officeText(bytes)
  if (head.subarray(0, 8).equals(OLD_OFFICE)) throw new Declined('unsupported', 'is an old Office file')
  return (await import('./plain-text.ts')).plainText(bytes)
}
