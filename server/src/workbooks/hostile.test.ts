// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { importPeople, XLSX } from '@clouddisk/contract/admin-people'
import { pathOf } from '@clouddisk/contract/route'
import { checkUploadUser } from '@clouddisk/contract/shares'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bombOf,
  entryOf,
  frameOf,
  SHEET,
  SHEET_HEAD,
  SHEET_TAIL,
  STRINGS,
  STRINGS_HEAD,
  STRINGS_TAIL,
  zipOf,
} from '../../test/make-xlsx.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let person: Person
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  admin = await world.admin('superAdmin')
})
afterAll(() => world.close())

/** What the processes of this one that read workbooks took at most. */
interface Taken {
  seen: number
  residentMb: number
  /** Through any file or pipe. */
  writtenMb: number
}

async function watched<T>(work: () => Promise<T>): Promise<Taken & { answer: T }> {
  const seen = new Map<string, { residentMb: number; writtenMb: number }>()
  const timer = setInterval(() => {
    for (const pid of readers()) {
      try {
        const resident = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        const written = /wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
        // It has ended, and nobody has waited for it yet.
        if (resident === undefined) continue
        seen.set(pid, { residentMb: Number(resident) / 1024, writtenMb: Number(written) / 1024 ** 2 })
      } catch {
        // It has ended.
      }
    }
  }, 5)
  try {
    const answer = await work()
    const all = [...seen.values()]
    return {
      answer,
      seen: all.length,
      residentMb: Math.max(...all.map(({ residentMb }) => residentMb)),
      writtenMb: Math.max(...all.map(({ writtenMb }) => writtenMb)),
    }
  } finally {
    clearInterval(timer)
  }
}

function readers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return false
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return (
        Number(parent) === process.pid &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('read-process')
      )
    } catch {
      return false
    }
  })
}

/** A thousand chains of sectors that end in the same half megabyte: a compound file that is copied a thousand times. */
function chainsOfSectors(): Buffer {
  const [sector, fats, heads, tail] = [512, 16, 1000, 1000]
  const file = Buffer.alloc(sector * (2 + fats + heads + tail))
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  for (const [at, value] of [
    [0x18, 0x003e],
    [0x1a, 3],
    [0x1c, 0xfffe],
    [0x1e, 9],
    [0x20, 6],
  ] as const)
    file.writeUInt16LE(value, at)
  file.writeUInt32LE(fats, 0x2c)
  file.writeInt32LE(0, 0x30)
  file.writeUInt32LE(4096, 0x38)
  file.writeInt32LE(-2, 0x3c)
  file.writeInt32LE(-2, 0x44)
  for (let i = 0; i < 109; i++) file.writeInt32LE(i < fats ? i + 1 : -1, 0x4c + 4 * i)
  const table = 2 * sector
  const follow = (at: number, next: number) => file.writeInt32LE(next, table + 4 * at)
  follow(0, -2)
  for (let i = 1; i <= fats; i++) follow(i, -3)
  const first = 1 + fats
  for (let i = 0; i < heads; i++) follow(first + i, first + heads)
  for (let i = 0; i < tail; i++) follow(first + heads + i, i + 1 < tail ? first + heads + i + 1 : -2)
  return file
}

async function check(bytes: Uint8Array, name = 'people.xlsx'): Promise<number> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const answer = await person.fetch(pathOf(checkUploadUser), { method: 'POST', body: form })
  return ((await answer.json()) as { errcode: number }).errcode
}

const UNREADABLE = 40950
const CELLS = '<row><c t="inlineStr"><is><t>account</t></is></c></row>'
const MB_OF_CELLS = CELLS.repeat(Math.floor(1024 ** 2 / CELLS.length))
const sheetOf = (megabytes: number) =>
  bombOf(SHEET, { head: SHEET_HEAD, piece: MB_OF_CELLS, times: megabytes, tail: SHEET_TAIL })
const strings = entryOf(STRINGS, STRINGS_HEAD + STRINGS_TAIL)

describe('a workbook that unfolds to far more than it is', () => {
  it('fills neither the disk nor the memory, whatever comes first in it and whatever its headers say', async () => {
    const blanks = `<row>${'<c/>'.repeat(200)}</row>`
    const blank = bombOf(SHEET, {
      head: SHEET_HEAD,
      piece: blanks.repeat(Math.floor(1024 ** 2 / blanks.length)),
      times: 300,
      tail: SHEET_TAIL,
    })
    const text = bombOf(STRINGS, {
      head: STRINGS_HEAD,
      piece: '<si><t>a</t></si>'.repeat(60_000),
      times: 200,
      tail: STRINGS_TAIL,
    })
    const small = entryOf(SHEET, SHEET_HEAD + CELLS + SHEET_TAIL)
    const bombs: [string, Buffer][] = [
      ['sheet first', zipOf([blank, ...frameOf(), strings])],
      ['sheet first, headers that say 1 KB', zipOf([blank, ...frameOf(), strings], 1024)],
      ['strings', zipOf([...frameOf(), text, small])],
      ['strings, headers that say 1 KB', zipOf([...frameOf(), text, small], 1024)],
      [
        'one string',
        zipOf([
          ...frameOf(),
          bombOf(STRINGS, {
            head: `${STRINGS_HEAD}<si><t>`,
            piece: 'x'.repeat(1024 ** 2),
            times: 500,
            tail: `</t></si>${STRINGS_TAIL}`,
          }),
          small,
        ]),
      ],
      [
        'one tag',
        zipOf([
          ...frameOf(),
          bombOf(STRINGS, { head: '<sst ', piece: 'x'.repeat(1024 ** 2), times: 500 }),
          small,
        ]),
      ],
      [
        'the workbook itself',
        zipOf([
          sheetOf(1),
          bombOf('xl/workbook.xml', { piece: '<a>'.repeat(300_000), times: 500 }),
          ...frameOf().filter(({ name }) => name !== 'xl/workbook.xml'),
        ]),
      ],
    ]
    for (const [what, bytes] of bombs) {
      expect(bytes.length, what).toBeLessThan(1024 ** 2)
      const { answer, seen, residentMb, writtenMb } = await watched(() => check(bytes))
      expect([what, answer, seen]).toEqual([what, UNREADABLE, 1])
      expect(residentMb, what).toBeLessThan(256)
      expect(writtenMb, what).toBeLessThan(1)
    }
  }, 300_000)

  it('is refused to administrators alike', async () => {
    const content = new Uint8Array(zipOf([sheetOf(1500), ...frameOf(), strings]))
    const { answer, residentMb, writtenMb } = await watched(() =>
      admin
        .call(importPeople, {}, { file: { type: XLSX, content }, timeoutMs: 120_000 })
        .catch(({ code }: { code: number }) => code),
    )
    // A thousand and two rows are read of it at most.
    expect([UNREADABLE, 40951]).toContain(answer)
    expect(residentMb).toBeLessThan(256)
    expect(writtenMb).toBeLessThan(1)
  }, 120_000)

  it('has so many entries and no more', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => entryOf(`xl/media/${i}`, ''))
    expect(await check(zipOf([...frameOf(), strings, sheetOf(1), ...many]))).toBe(UNREADABLE)
  })
})

describe('a workbook of the old kind', () => {
  it('is refused if reading it takes too much memory', async () => {
    const { answer, residentMb, writtenMb } = await watched(() => check(chainsOfSectors(), 'people.xls'))
    expect(answer).toBe(UNREADABLE)
    expect(residentMb).toBeLessThan(256)
    expect(writtenMb).toBeLessThan(1)
  }, 120_000)
})
