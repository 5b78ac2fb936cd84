import type { Language } from '@clouddisk/contract/errors'
import { type CommandText, say, type Values } from './strings.ts'

/** What a sync reports: with --json one object a line on standard output, otherwise text on standard error. */

export type SyncEvent =
  | { readonly event: 'start'; readonly from: string; readonly to: string }
  | { readonly event: 'sent' | 'wouldSend'; readonly path: string; readonly size: number }
  | { readonly event: 'failed'; readonly path: string; readonly code: string; readonly message: string }
  /** Counts are absent where the run ended before its end. */
  | ({ readonly event: 'end'; readonly exitCode: number } & (RunCounts | EndCause))
  | { readonly event: 'waiting'; readonly next: string }

export interface RunCounts {
  readonly files: number
  readonly uploaded: number
  readonly unchanged: number
  readonly ignored: number
  readonly failed: number
  readonly bytes: number
}

export interface EndCause {
  readonly code: string
  readonly message: string
}

export type Report = (event: SyncEvent) => void

interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

export function reporter(
  isJson: boolean,
  language: Language,
  { stdout, stderr }: Streams = process,
  now: () => number = Date.now,
): Report {
  if (isJson)
    return (event) =>
      void stdout.write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...event })}\n`)
  return (event) => void stderr.write(`${plain(textOf(event, language))}\n`)
}

/** Escapes control characters: file names that contain line ends or terminal sequences could otherwise forge output. */
const plain = (text: string): string =>
  text.replace(/\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

function textOf(event: SyncEvent, language: Language): string {
  const { event: kind, ...values } = event
  if ('exitCode' in event && 'message' in event) return event.message
  return say(kind satisfies CommandText, language, values as Values)
}
