import type { Readable } from 'node:stream'
import type { AdminPerson, exportPeople } from '@clouddisk/contract/admin-people'
import type { Language } from '@clouddisk/contract/errors'
import { roleName } from '@clouddisk/contract/role-names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { dayIn } from '../../config/zone.ts'
import type { Context } from '../../context.ts'
import { type CellValue, templateOf, workbookOf } from '../../workbooks/write.ts'
import { COLUMNS, type ColumnKey, cellWord, hintOf, SAMPLES, sampleOf, titleOf } from './columns.ts'
import { allPeople } from './people.ts'

/** People as a workbook, and the empty one to bring new people in. */

const MB = 1024 ** 2
const GB = 1024 ** 3

/** Columns that may be brought again come first; nobody's password is told. */
export function peopleWorkbook(
  ctx: Context,
  actor: Actor,
  filter: Input<typeof exportPeople>,
  language: Language,
): Readable {
  const exported = COLUMNS.filter(({ key }) => key !== 'password')
  const more = (['used', 'status', 'created', 'seen'] as const).map((key) => ({
    title: cellWord(key, language),
    width: 20,
  }))
  const columns = [
    ...exported.map((column) => ({ title: titleOf(column, language), width: column.width })),
    ...more,
  ]
  return workbookOf(cellWord('sheet', language), columns, rowsOf(), ctx.config.timeZone)

  async function* rowsOf(): AsyncGenerator<CellValue[][]> {
    for await (const people of allPeople(ctx, actor, filter))
      yield people.map((person) => [
        ...exported.map(({ key }) => cellOf(person, key, language, ctx.config.timeZone)),
        ...moreOf(person),
      ])
  }

  function moreOf(person: AdminPerson): CellValue[] {
    return [
      inGb(person.usedCapacity),
      cellWord(person.status, language),
      new Date(person.createTime),
      person.lastSeenTime === null ? null : new Date(person.lastSeenTime),
    ]
  }
}

function cellOf(person: AdminPerson, key: ColumnKey, language: Language, zone: string): CellValue {
  switch (key) {
    case 'departmentId':
      return person.departmentPath.join('/')
    case 'roles':
      return person.roles
        .map((role) => roleName(role.roleName, role.preset, language))
        .join(language === 'zh-CN' ? '、' : ', ')
    case 'totalCapacity':
      return person.totalCapacity === null ? cellWord('unlimited', language) : inGb(person.totalCapacity)
    case 'groupCapacity':
      return person.groupCapacity === null ? cellWord('unlimited', language) : inGb(person.groupCapacity)
    case 'speedLimit':
      return person.speedLimit === null ? cellWord('unlimited', language) : inMb(person.speedLimit)
    case 'validUntil':
      return person.validUntil === null
        ? cellWord('forever', language)
        : dayIn(zone, Date.parse(person.validUntil) - 1)
    case 'password':
      return null
    default:
      return person[key]
  }
}

const inMb = (bytes: number): number => Number((bytes / MB).toFixed(5))
const inGb = (bytes: number): number => Math.round((bytes / GB) * 100) / 100

/** The samples begin with accounts that an import leaves out. */
export const template = (language: Language): Promise<Buffer> =>
  templateOf(
    {
      name: cellWord('sheet', language),
      columns: COLUMNS.map((column) => ({
        title: titleOf(column, language) + (column.required ? '*' : ''),
        width: column.width,
      })),
      rows: SAMPLES.map((sample) => COLUMNS.map((column) => sampleOf(sample, column, language))),
    },
    {
      name: cellWord('notes', language),
      columns: [
        { title: cellWord('column', language), width: 18 },
        { title: cellWord('required', language), width: 10 },
        { title: cellWord('hint', language), width: 70 },
      ],
      rows: [
        ...COLUMNS.map((column) => [
          titleOf(column, language),
          cellWord(column.required ? 'yes' : 'no', language),
          hintOf(column, language),
        ]),
        [cellWord('samples', language), '', cellWord('samplesHint', language)],
      ],
    },
  )
