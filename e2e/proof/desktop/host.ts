import '../../../desktop/src/system/small-heap.ts'

import { App } from '../../../desktop/src/app.ts'
import { SettingsFile } from '../../../desktop/src/settings/desktop-settings.ts'
import { sealedFile } from '../../../desktop/src/sign-in/sealed-file.ts'
import { openChromiumWindow } from '../../../desktop/src/window/chromium-window.ts'
import { findBrowser } from '../../../desktop/src/window/find-browser.ts'

/** The desktop client in a process of its own, with its window, which a proof drives by messages and kills. */

export interface ClientOptions {
  readonly origin: string
  /** The client's own files. */
  readonly folder: string
  /** Chosen in the dialog of the system, which is asked for each download. */
  readonly downloads: string
}

export type Asked = { readonly id: number } & (
  | { readonly script: string }
  | { readonly selector: string; readonly paths: readonly string[] }
)
export type Answered = { readonly id: number; readonly value?: unknown; readonly error?: string }

async function open({ origin, folder, downloads }: ClientOptions): Promise<App> {
  const browser = await findBrowser()
  if (!browser) throw new Error('no browser')
  const app = new App({
    origin,
    folder,
    language: 'en-US',
    settings: await SettingsFile.open(folder),
    secrets: sealedFile(folder),
    openWindow: (window) => openChromiumWindow(browser, window),
    chooseFolder: async () => downloads,
  })
  await app.start()
  await app.show()
  return app
}

async function answer(app: App, asked: Asked): Promise<unknown> {
  if (!app.window) throw new Error('there is no window')
  return 'script' in asked
    ? app.window.evaluate(asked.script)
    : app.window.chooseFiles(asked.selector, asked.paths)
}

const app = await open(JSON.parse(process.argv[2] ?? ''))
process.on('message', (asked: Asked) => {
  const say = (answered: Omit<Answered, 'id'>) => process.send?.({ id: asked.id, ...answered })
  answer(app, asked).then(
    (value) => say({ value }),
    (error: unknown) => say({ error: String(error) }),
  )
})
process.send?.('ready')
