import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'

/** Who reads, as the pages say it. */

/** Where the call comes from, and the language of its answer. */
export interface ReaderCall {
  readonly address: string
  readonly language: Language
}

const VISITOR = { 'zh-CN': '访客', 'en-US': 'Visitor' } as const satisfies Record<Language, string>

/** The person's name and account; of a visitor who is not signed in, the network address. */
export async function readerOf(
  ctx: Context,
  { link, realName, accountName }: Actor,
  { address, language }: ReaderCall,
): Promise<string> {
  if (!link) return nameOf({ realName, accountName })
  const visitor = `${VISITOR[language]} ${address}`
  if (link.visitorPersonId === null) return visitor
  const person = await ctx.db.reader
    .selectFrom('person')
    .select(['real_name as realName', 'account_name as accountName'])
    .where('id', '=', link.visitorPersonId)
    .executeTakeFirst()
  return person ? nameOf(person) : visitor
}

const nameOf = ({ realName, accountName }: Pick<Actor, 'realName' | 'accountName'>): string =>
  [realName, accountName].filter(Boolean).join(' ')

/** Of the address of a link, enough to find it. */
const LINK_CHARACTERS = 8

/** What is burnt into a page: who read it, when, and by which link. */
export function markOf(ctx: Context, reader: string, { link }: Pick<Actor, 'link'>): string {
  const parts = [reader, timeOf(ctx.now(), ctx.config.timeZone)]
  if (link) parts.push(`…${link.path.slice(-LINK_CHARACTERS)}`)
  return parts.join(' · ')
}

/** To the minute, with the zone: `2026-03-01 09:30 GMT+8`. */
function timeOf(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return `${year}-${month}-${day} ${parts.get('hour')}:${parts.get('minute')} ${parts.get('timeZoneName')}`
}
