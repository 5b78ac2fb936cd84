import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'

/** Opens addresses and folders with the programs of the system. */

/** Of addresses. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Takes one argument as it is; `start` of cmd would read it as a command line.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

const EXTERNAL = /^(https?|mailto):$/

/** In the system's browser, or its mail program. Other schemes could start programs, and are refused. */
export async function openExternal(url: string): Promise<void> {
  if (!URL.canParse(url) || !EXTERNAL.test(new URL(url).protocol))
    throw new Error('not an address of the web')
  const [command = 'xdg-open', ...flags] = OPENERS[process.platform] ?? []
  await start(command, [...flags, new URL(url).href])
}

/**
 * In the file manager. The name may be one of the drive, chosen by somebody else, so nothing is left to the system that
 * could start a program of this name.
 * @returns false if the folder is gone.
 */
export async function openFolder(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return false
  await start(...folderCommand(path, platform))
  return true
}

function folderCommand(path: string, platform: NodeJS.Platform): Command {
  // Without the backslash Windows may take `Report.lnk` or `Report.exe` beside a folder `Report`; no name holds a quotation mark.
  if (platform === 'win32') return ['explorer.exe', [`"${path.replace(/\\$/, '')}\\"`], true]
  // A folder that ends in .app is a program: it is shown where it lies.
  if (platform === 'darwin') return ['open', extname(path) === '' ? [path] : ['-R', path]]
  return ['xdg-open', [path]]
}

type Command = [command: string, args: readonly string[], asTheyAre?: boolean]

/** @param asTheyAre on Windows: the arguments are in quotes where they need them. */
async function start(...[command, args, asTheyAre = false]: Command): Promise<void> {
  const child = spawn(command, args, {
    ...{ stdio: 'ignore', detached: true, windowsVerbatimArguments: asTheyAre },
  })
  child.unref()
  await once(child, 'spawn')
}
