import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Opens addresses and folders with the programs of the system. */

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
  await open(new URL(url).href)
}

/** A folder, in the file manager. */
export const openFolder = (path: string): Promise<void> => open(path)

async function open(what: string): Promise<void> {
  const [command = 'xdg-open', ...flags] = OPENERS[process.platform] ?? []
  const child = spawn(command, [...flags, what], { stdio: 'ignore', detached: true })
  child.unref()
  await once(child, 'spawn')
}
