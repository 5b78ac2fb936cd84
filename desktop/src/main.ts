import { helperPorts } from '@clouddisk/contract/local-helper'
import { Command } from 'commander'
import { App } from './app.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { BadAddress, originOf } from './settings/server-address.ts'
import { sealedFile } from './sign-in/sealed-file.ts'
import { dataFolder } from './system/data-folder.ts'
import { systemLanguage } from './system/language.ts'
import { becomeInstance } from './system/single-instance.ts'
import { openChromiumWindow } from './window/chromium-window.ts'
import { findBrowser } from './window/find-browser.ts'

/** The desktop client: `npm run desktop -- --server https://drive.example.com`. */

const SCHEME = 'clouddisk:'
const START = '/disk/'

/** clouddisk://personalFile?… names a page of the drive; anything else opens its start. */
export function pathOfLink(link: string | undefined): string {
  const url = link === undefined ? null : URL.parse(link)
  if (url?.protocol !== SCHEME) return START
  const { pathname } = new URL(`${START}${url.host}${url.pathname.replace(/\/$/, '')}`, 'http://drive')
  return pathname.startsWith(START) ? pathname + url.search : START
}

/** @throws with a text for the person. */
async function runClient(
  link: string | undefined,
  options: { server?: string; testPorts?: boolean },
): Promise<void> {
  const folder = dataFolder()
  const language = systemLanguage()
  let show: (path: string) => void = () => undefined
  const instance = await becomeInstance(folder, link === undefined ? [] : [link], ([other]) =>
    show(pathOfLink(other)),
  )
  if (!instance) return
  try {
    const settings = await SettingsFile.open(folder)
    const server = options.server ?? settings.get().servers[0]
    if (server === undefined)
      throw new BadAddress('Name your server once: --server https://drive.example.com')
    const browser = await findBrowser()
    if (!browser)
      throw new Error('No Chromium, Chrome or Edge was found. Install one, or name it in CLOUDDISK_BROWSER.')
    const app = new App({
      origin: originOf(server),
      folder,
      language,
      settings,
      secrets: sealedFile(folder),
      openWindow: (window) => openChromiumWindow(browser, window),
      helper: {
        ports: helperPorts(options.testPorts === true),
        log: (line) => process.stderr.write(`${line}\n`),
      },
    })
    await app.start()
    show = (path) => void app.show(path)
    const stop = () => void app.close()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      await app.show(pathOfLink(link))
      await app.window?.closed
    } finally {
      await app.close()
    }
  } finally {
    await instance.release()
  }
}

const program = new Command('clouddisk-desktop')
  .description('The desktop client of Clouddisk.')
  .argument('[link]', 'clouddisk:// address to open')
  .option('--server <address>', 'address of the server; it is remembered')
  .option('--test-ports', 'serve browsers at the ports for tests, as the server must be set to')
  .action(runClient)

if (import.meta.main) {
  await program.parseAsync().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
}
