import type { Language } from '@clouddisk/contract/errors'
import { counted, formatSize } from '@clouddisk/contract/format'
import { type Command, InvalidArgumentError } from 'commander'
import { BackupRefused } from '../backup/errors.ts'
import { ConfigError } from '../config/config.ts'
import type { FaultWithFiles } from '../content/affected-files.ts'
import { errorMessageOf, Refusal } from '../errors/refusal.ts'
import { StoreFull, StoreUnavailable } from '../objects/port.ts'
import { CONTENT_CHECKS, type UntrackedCount } from '../objects/scrub.ts'
import type { Stores } from '../objects/stores.ts'

/** Output of commands: results on standard output, everything else on standard error. */

export const language: Language = /^zh/i.test(process.env.LC_ALL || process.env.LANG || '')
  ? 'zh-CN'
  : 'en-US'

/** An expected failure; the message is one line. */
export class CommandFailed extends Error {}

/** `value` for --json, `text` for people. */
export function printResult(command: Command, value: unknown, text: string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  console.log(json ? JSON.stringify(value, undefined, 2) : text)
}

/** Prints an error; returns the exit code. */
export function reportError(error: unknown, json: boolean): number {
  const { errcode, errmsg } = errorBodyOf(error)
  console.error(errmsg)
  if (json) console.log(JSON.stringify({ errcode, errmsg }))
  return 1
}

function errorBodyOf(error: unknown): { errcode: number; errmsg: string } {
  if (error instanceof Refusal) return errorMessageOf(withOptionName(error), language)
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind))
    return { errcode: 1, errmsg: (error as Error).message }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { errcode: 99_001, errmsg: `${INTERNAL_ERROR[language]}\n${cause}` }
}

/** Followed by the error itself, as commands have no trace id. */
const INTERNAL_ERROR: Readonly<Record<Language, string>> = {
  'zh-CN': '程序出错了，请稍后再试；若仍失败，请把下面几行反馈给开发者。',
  'en-US': 'Something broke on our side. Try again; if it keeps happening, report the lines below.',
}

/** Errors whose messages are written for the operator. */
const EXPECTED_ERRORS = [ConfigError, CommandFailed, BackupRefused, StoreUnavailable, StoreFull]

/** Names a field as the command's option instead of by its wire name. */
function withOptionName(refusal: Refusal): Refusal {
  const name = OPTION_NAMES[String(refusal.details.field)]
  return name ? new Refusal(refusal.errorName, { ...refusal.details, field: name[language] }) : refusal
}
const OPTION_NAMES: Partial<Record<string, Readonly<Record<Language, string>>>> = {
  userName: { 'zh-CN': '账号', 'en-US': 'account name' },
  realName: { 'zh-CN': '姓名', 'en-US': 'full name' },
  capacity: { 'zh-CN': '空间', 'en-US': 'capacity' },
}

/** Parses an option's value with `parse`; refuses a value that it does not accept with `message`. */
export const optionParser =
  <T>(parse: (value: string) => T, message: string) =>
  (value: string): T => {
    try {
      return parse(value)
    } catch {
      throw new InvalidArgumentError(message)
    }
  }

export const unknownBucket = ({ buckets }: Stores, name: string): CommandFailed =>
  new CommandFailed(`There is no bucket ${name}. Buckets: ${buckets.join(', ')}.`)

export function requireBucket(stores: Stores, name: string): void {
  if (!stores.buckets.includes(name)) throw unknownBucket(stores, name)
}

const PROGRESS_INTERVAL_MS = 1000

/** Updates a line on the terminal; silent without one. `all`: the total, if known. */
export function progressReporter(): (done: { objects: number; bytes?: number }, all?: number) => void {
  let reportedAt = Date.now()
  return ({ objects, bytes }, all) => {
    if (!process.stderr.isTTY || Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = Date.now()
    const count = all === undefined ? counted(objects, 'object') : `${objects} of ${counted(all, 'object')}`
    process.stderr.write(`\r${count}${bytes === undefined ? '' : `, ${formatSize(bytes)}`} `)
  }
}

/** One line for each fault, by file if there is one. */
export const faultLines = (faults: readonly FaultWithFiles[]): string => faults.map(faultLine).join('\n')

export function faultLine({ check, id, says, files }: FaultWithFiles): string {
  const content = isOfContent(check)
  const where = files.length > 0 ? files : content ? [NO_FILE] : []
  return [
    check,
    ...(where.length > 0 ? [where.join(', ')] : []),
    `${content ? 'content ' : ''}${id} ${says}`,
  ].join(': ')
}

export const isOfContent = (check: string): boolean => CONTENT_CHECKS.some((one) => one === check)
export const NO_FILE = 'no longer used by any file'

/** The last line of a summary: the number of problems. */
export const foundLine = (count: number): string =>
  count === 0 ? 'no problems found.' : `${counted(count, 'problem')} found.`

/** One line about quarantined objects; empty if there are none. */
export const quarantinedLine = ({ files, bytes }: UntrackedCount): string =>
  files === 0
    ? ''
    : `Untracked files moved aside, to be deleted after 30 days: ${files} (${formatSize(bytes)}).`

/** Joins the lines that are not empty. */
export const joinLines = (...lines: readonly string[]): string => lines.filter(Boolean).join('\n')

/** Pads columns to their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_name, column) =>
    Math.max(...[header, ...rows].map((row) => width(row[column] ?? ''))),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Columns on a terminal: a Chinese character takes two. */
const width = (text: string): number =>
  [...text].reduce((sum, c) => sum + (/\p{Script=Han}|[\u3000-\u303f\uff01-\uff60]/u.test(c) ? 2 : 1), 0)
