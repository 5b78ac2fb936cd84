import type { Readable } from 'node:stream'
import type { Language } from '@clouddisk/contract/errors'
import { nameKey, splitName } from '@clouddisk/contract/names'
import type { ShareRole } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { ListedUser, ListProblem, Sharer, uploadUsers } from '@clouddisk/contract/shares'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { UploadedFormFile } from '../../http/forms.ts'
import { readWorkbook, type WorkbookRow } from '../../workbooks/read.ts'
import { workbookOf } from '../../workbooks/write.ts'
import { namesVisibleTo } from '../directory/search.ts'
import { allSharers } from './lists.ts'
import { ACCOUNT, ENDS, NAME, PROBLEMS, ROLE, roleNamed, roleText } from './recipient-file-text.ts'
import { create, resolveManagedShare } from './shares.ts'

/** Lists of people as spreadsheets: who is to have something, and who has it. */

const COLUMNS_MAX = 20
const LENGTH_MAX = 200

export interface RecipientFile {
  readonly list: ListedUser[]
  readonly good: number
  readonly bad: number
}

/** What stands in a list, and what is wrong with it; `owners` are those that nothing is shared with. */
export async function check(
  ctx: Context,
  actor: Actor,
  file: UploadedFormFile | undefined,
  { role = 'viewer', owners }: { role?: ShareRole | undefined; owners: readonly string[] },
  language: Language,
): Promise<RecipientFile> {
  const named = namedRows(await rowsOf(ctx, actor.personId, file), role)
  const people = await peopleByAccount(
    ctx.db.reader,
    named.map((one) => one.account),
    ctx.now(),
  )
  const names = await namesVisibleTo(
    ctx.db.reader,
    actor,
    [...people.values()].map(({ id }) => id),
  )
  const seen = new Set<string>()
  const list = named.map((one): ListedUser => {
    const person = people.get(nameKey(one.account))
    const problem = problemOf(one, person, owners, seen)
    return {
      row: one.row,
      account: one.account,
      principalId: problem === null && person ? person.id : null,
      name: (person && names.get(person.id)) ?? '',
      role: one.role ?? role,
      problem,
      message: problem === null ? '' : PROBLEMS[problem][language === 'zh-CN' ? 0 : 1],
    }
  })
  const bad = list.filter((one) => one.problem !== null).length
  return { list, good: list.length - bad, bad }
}

interface NamedRow {
  readonly row: number
  readonly account: string
  /** Undefined where the row names one that there is not. */
  readonly role: ShareRole | undefined
}

/** Read by what the file holds; what is called otherwise than a spreadsheet is none. */
async function rowsOf(
  ctx: Context,
  personId: string,
  file: UploadedFormFile | undefined,
): Promise<WorkbookRow[]> {
  const ext = splitName(file?.fileName ?? '').ext.toLowerCase()
  if (!file || !['xls', 'xlsx'].includes(ext)) refuse('workbook_unreadable')
  const limit = ctx.config.limits.recipientsMax
  // One row of headings, and one to see that there are too many.
  const bounds = { rowsMax: limit + 2, columnsMax: COLUMNS_MAX, lengthMax: LENGTH_MAX }
  const rows = await readWorkbook({ bytes: file.bytes, personId, ...bounds }, { old: true })
  if (rows.length > limit + 1) refuse('workbook_too_long', { limit })
  return rows
}

function namedRows([headings, ...rows]: readonly WorkbookRow[], usual: ShareRole): NamedRow[] {
  const columnOf = (titles: readonly string[]) =>
    headings?.cells.findIndex(({ text }) => titles.includes(text.toLowerCase())) ?? -1
  const [account, role, called] = [ACCOUNT, ROLE, NAME].map(columnOf) as [number, number, number]
  if (account < 0) refuse('workbook_columns', { column: ACCOUNT[0] })
  return rows.flatMap(({ row, cells }) => {
    const textAt = (column: number) => cells[column]?.text ?? ''
    const [name, said] = [textAt(account), textAt(role)]
    if (name === '' && textAt(called) === '') return []
    return [{ row, account: name, role: said === '' ? usual : roleNamed(said) }]
  })
}

interface AccountLookup {
  readonly id: string
  readonly status: string
  readonly expired: boolean
}

async function peopleByAccount(
  db: Reader,
  accounts: readonly string[],
  now: Date,
): Promise<Map<string, AccountLookup>> {
  const { rows } = await sql<AccountLookup & { key: string }>`
    select id, account_key as key, status,
      coalesce(valid_until <= ${now}::timestamptz, false) as expired
    from person
    where account_key = any(${accounts.map(nameKey)}::text[]) and status <> 'removed'`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

function problemOf(
  { account, role }: NamedRow,
  person: AccountLookup | undefined,
  owners: readonly string[],
  seen: Set<string>,
): ListProblem | null {
  if (account === '') return 'missing'
  if (!person) return account.includes('**') ? 'masked' : 'unknown'
  if (seen.has(person.id)) return 'twice'
  seen.add(person.id)
  if (owners.includes(person.id)) return 'owner'
  if (person.status !== 'active') return 'frozen'
  if (person.expired) return 'expired'
  return role === undefined ? 'role' : null
}

/** Gives a share to the people of a list; what is wrong with the rest is told, and they get nothing. */
export async function importRecipients(
  ctx: Context,
  actor: Actor,
  file: UploadedFormFile | undefined,
  input: Input<typeof uploadUsers>,
  language: Language,
): Promise<Reply<typeof uploadUsers>> {
  const { fileId, ownerId } = await resolveManagedShare(ctx.db.reader, actor, input.fileSharingId)
  const owners = [actor.personId, ownerId]
  const brought = await check(ctx, actor, file, { role: input.role, owners }, language)
  const members = brought.list.flatMap(({ principalId, role }) =>
    principalId === null ? [] : [{ principalType: 'user' as const, principalId, role }],
  )
  if (members.length === 0) return brought
  const { list } = await create(
    ctx,
    actor,
    { instanceIds: [fileId], members, ...(input.expireTime ? { expireTime: input.expireTime } : {}) },
    language,
  )
  const [line] = list
  if (line && line.errcode !== 0) refuse('not_permitted')
  return brought
}

/** Who has a share, as a workbook that can be changed and brought again. */
export async function workbook(
  ctx: Context,
  actor: Actor,
  fileSharingId: string,
  language: Language,
): Promise<Readable> {
  const people = await allSharers(ctx.db.reader, actor, fileSharingId)
  const at = language === 'zh-CN' ? 0 : 1
  const columns = [ACCOUNT, NAME, ROLE, ENDS].map((titles) => ({ title: titleOf(titles, at), width: 24 }))
  const sheet = language === 'zh-CN' ? '共享人员' : 'People'
  return workbookOf(sheet, columns, batch(people, language), ctx.config.timeZone)
}

const titleOf = (titles: readonly string[], at: 0 | 1): string => titles[at] ?? ''

async function* batch(people: readonly Sharer[], language: Language) {
  yield people.map(({ principalType, detail, name, role, expireTime }) => [
    principalType === 'user' ? detail : '',
    name,
    roleText(role, language),
    expireTime === null ? '' : new Date(expireTime),
  ])
}
