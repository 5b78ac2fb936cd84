import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'

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

/** In the file manager. @returns false if the folder is gone. */
export async function openFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return false
  await open(path)
  return true
}

async function open(what: string): Promise<void> {
  const [command = 'xdg-open', ...flags] = OPENERS[process.platform] ?? []
  const child = spawn(command, [...flags, what], { stdio: 'ignore', detached: true })
  child.unref()
  await once(child, 'spawn')
}
