import './system/small-heap.ts'

import type { Language } from '@clouddisk/contract/errors'
import { helperPorts } from '@clouddisk/contract/local-helper'
import { Command } from 'commander'
import { askServer } from './program/ask-server.ts'
import { namedServer } from './program/check-server.ts'
import { Program } from './program/program.ts'
import { say } from './program/strings.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { keptSecrets } from './sign-in/kept-secrets.ts'
import { systemKeyStore } from './sign-in/key-store.ts'
import { sealedFile } from './sign-in/sealed-file.ts'
import { syncCommand } from './sync-command/command.ts'
import { dataFolder } from './system/data-folder.ts'
import { closeDialogs } from './system/dialog.ts'
import { systemLanguage } from './system/language.ts'
import { useSystemNetwork } from './system/network.ts'
import { registerScheme } from './system/register.ts'
import { showError } from './system/show-error.ts'
import { becomeInstance } from './system/single-instance.ts'
import { joinSystem } from './system/system.ts'
import { VERSION } from './system/version.ts'
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

interface Launch {
  readonly link?: string | undefined
  readonly server?: string | undefined
  /** Without a window. */
  readonly background?: boolean | undefined
  readonly testPorts?: boolean | undefined
}

/** @throws with a text for the person. */
async function runClient(launch: Launch): Promise<void> {
  const folder = dataFolder()
  const language = systemLanguage()
  const started = Promise.withResolvers<Program>()
  const instance = await becomeInstance(folder, [JSON.stringify(launch)], ([other = '{}']) => {
    void started.promise.then((program) => follow(program, JSON.parse(other))).catch(report)
  })
  if (!instance) return
  // A rejection that no code handles would end the process, and the transfers with it.
  process.on('unhandledRejection', report)
  try {
    const settings = await SettingsFile.open(folder)
    const { servers } = settings.get()
    const server =
      launch.server === undefined
        ? (servers[0] ?? (await askServer(language)))
        : await namedServer(launch.server, servers, language)
    if (server === null) return
    const browser = await findBrowser()
    if (!browser) throw new Error(noBrowserText(language))
    const program = new Program({
      folder,
      language,
      settings,
      secrets: keptSecrets(systemKeyStore(), sealedFile(folder)),
      openWindow: (window) => openChromiumWindow(browser, window),
      system: await joinSystem(language),
      helper: {
        ports: helperPorts(launch.testPorts === true),
        log: (line) => process.stderr.write(`${line}\n`),
      },
    })
    await program.start(server)
    started.resolve(program)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void program.quit())
    try {
      if (!launch.background) await program.open(launch.link && pathOfLink(launch.link))
      await program.ended
    } finally {
      await program.quit()
    }
  } finally {
    await instance.release()
  }
}

/** The client was started again. */
async function follow(program: Program, { server, background, link }: Launch): Promise<void> {
  if (server !== undefined) await program.useNamedServer(server)
  if (!background) await program.open(link && pathOfLink(link))
}

function noBrowserText(language: Language): string {
  const path = process.env.CLOUDDISK_BROWSER
  return path ? say('wrongBrowser', language, { path }) : say('noBrowser', language)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function report(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`)
}

/** Shows an error in a dialog where standard error is no terminal, as at a start from a menu. */
async function tellError(error: unknown): Promise<void> {
  report(error)
  if (process.stderr.isTTY) return
  await showError({ title: 'Clouddisk', text: messageOf(error) }).catch(() => undefined)
}

const command = new Command('clouddisk')
  .description('The desktop client of Clouddisk.')
  .version(VERSION)
  // The sync has a --server of its own.
  .enablePositionalOptions()
  .argument('[link]', 'clouddisk:// address to open')
  .option('--server <address>', 'address of the server; it is remembered')
  .option('--test-ports', 'serve browsers at the ports for tests, as the server must be set to')
  .option('--background', 'start without a window')
  .option('--register', 'make this the program that opens clouddisk:// addresses, and end')
  .action(async (link: string | undefined, { register, ...options }: Launch & { register?: boolean }) => {
    if (register) return registerScheme()
    try {
      await runClient({ ...options, link })
    } catch (error) {
      process.exitCode = 1
      if (options.background) report(error)
      else await tellError(error)
    }
    // Open dialogs would keep the process running.
    closeDialogs()
    process.exit()
  })
  .addCommand(syncCommand())

if (import.meta.main) {
  useSystemNetwork()
  void command.parseAsync().catch((error: unknown) => {
    report(error)
    process.exitCode = 1
  })
}
