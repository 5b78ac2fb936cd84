import { basename } from 'node:path'

/**
 * How this client was started, so that the system can start it again: the launcher of a package, which says so in its
 * environment; otherwise its program, and the script if Node runs one.
 */
export function launchCommand(
  executable: string = process.execPath,
  script: string | undefined = process.argv[1],
  launcher: string | undefined = process.env.CLOUDDISK_LAUNCHER,
): readonly string[] {
  if (launcher) return [launcher]
  const isNode = /^node(\.exe)?$/i.test(basename(executable))
  return isNode && script !== undefined ? [executable, script] : [executable]
}
