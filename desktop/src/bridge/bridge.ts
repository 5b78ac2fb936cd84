import {
  DESKTOP_CALLS,
  type DesktopCall,
  type DesktopInput,
  type DesktopReply,
} from '@clouddisk/contract/desktop'
import { Check, Clean } from 'typebox/value'
import type { PageCall } from '../window/window.ts'

/** Answers the page's calls: by name, checked by the contract's schemas, and denied by default. */

/** Paths of files handed over with a call. */
export type FilePaths = () => Promise<string[]>

export type Handlers = {
  readonly [C in DesktopCall]?: (
    input: DesktopInput<C>,
    files: FilePaths,
  ) => Promise<DesktopReply<C>> | DesktopReply<C>
}

/** The page sent what the contract does not know. */
export class BadCall extends Error {}

/** @throws BadCall, or what the handler throws. */
export async function answerCall(handlers: Handlers, { method, input, files }: PageCall): Promise<unknown> {
  if (!Object.hasOwn(DESKTOP_CALLS, method)) throw new BadCall(`there is no call ${method}`)
  const name = method as DesktopCall
  const schema = DESKTOP_CALLS[name].input
  const known = Clean(schema, structuredClone(input))
  if (!Check(schema, known)) throw new BadCall(`the input of ${method} does not fit`)
  const handler = handlers[name] as ((input: unknown, files: FilePaths) => unknown) | undefined
  if (!handler) throw new BadCall(`this client does not answer ${method}`)
  return handler(known, files)
}
