import { basename } from 'node:path'

/** How this client was started, so that the system can start it again: its program, and the script if Node runs one. */
export function launchCommand(
  executable: string = process.execPath,
  script: string | undefined = process.argv[1],
): readonly string[] {
  const isNode = /^node(\.exe)?$/i.test(basename(executable))
  return isNode && script !== undefined ? [executable, script] : [executable]
}
