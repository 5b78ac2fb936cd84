import type { ContentKind } from '@clouddisk/contract/content-kinds'

/** What content is by its first bytes, whatever the file is called. */

/** Bytes that are enough to tell. */
export const HEAD_BYTES = 512

type Test = (head: Buffer) => boolean

const begins =
  (hex: string, at = 0): Test =>
  (head) =>
    head.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))

/** A text may begin with MZ too; the header of a program has zeros in it. */
const isDosProgram: Test = (head) =>
  head.length >= 64 && begins('4d5a')(head) && head.subarray(0, 64).includes(0)

const SIGNATURES: Readonly<Record<ContentKind, readonly Test[]>> = {
  program: [
    isDosProgram,
    // ELF
    begins('7f454c46'),
    // Mach-O, and Java classes, which share a number with it.
    ...['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map((hex) => begins(hex)),
    // Android's DEX; WebAssembly
    begins('6465780a'),
    begins('0061736d'),
  ],
  script: [
    begins('2321'),
    begins('efbbbf2321'),
    (head) => /^(\ufeff)?\s*(<\?php|@echo off\b)/i.test(head.toString('utf8')),
  ],
  installer: [
    // Debian, RPM, Apple's xar, cabinet
    begins(Buffer.from('!<arch>\ndebian').toString('hex')),
    begins('edabeedb'),
    begins(Buffer.from('xar!').toString('hex')),
    begins(Buffer.from('MSCF').toString('hex')),
  ],
  shortcut: [begins('4c0000000114020000000000c0000000')],
}

/** Undefined for all that no rule knows. */
export function contentKindOf(head: Buffer): ContentKind | undefined {
  const kinds = Object.entries(SIGNATURES) as [ContentKind, readonly Test[]][]
  return kinds.find(([, tests]) => tests.some((test) => test(head)))?.[0]
}
