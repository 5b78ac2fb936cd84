/** How `clouddisk sync` ends; docs/desktop.md lists these numbers. */

export const EXIT = {
  done: 0,
  /** Some files could not be sent, or none since the folders cannot be used. */
  failed: 1,
  usage: 2,
  /** The access token is not valid, or may not upload. */
  signInRefused: 3,
  unreachable: 4,
  noSpace: 5,
  otherRun: 6,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command ends with this code; the text is for the person, `code` names the cause for programs. */
export class CommandEnded extends Error {
  readonly exitCode: ExitCode
  readonly code: string

  constructor(exitCode: ExitCode, code: string, text: string) {
    super(text)
    this.exitCode = exitCode
    this.code = code
  }
}
