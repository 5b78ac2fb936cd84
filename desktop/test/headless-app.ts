import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { HelperPorts } from '@clouddisk/contract/local-helper'
import { App, type AppOptions } from '../src/app.ts'
import { SettingsFile } from '../src/settings/desktop-settings.ts'
import { sealedFile } from '../src/sign-in/sealed-file.ts'

/** The client without a window, which serves pages in browsers. */
export async function startHeadlessApp(
  folder: string,
  origin: string,
  more: Partial<AppOptions> & Pick<AppOptions, 'helper'>,
): Promise<App> {
  const own = join(folder, 'client')
  const app = new App({
    origin,
    folder: own,
    language: 'zh-CN',
    settings: await SettingsFile.open(own),
    secrets: sealedFile(own),
    openWindow: () => Promise.reject(new Error('there is no screen')),
    ...more,
  })
  await app.start()
  return app
}

/** Two that are free now. */
export async function freePorts(): Promise<HelperPorts> {
  const servers = [createServer(), createServer()]
  const ports: number[] = []
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  const [httpPort = 0, websocketPort = 0] = ports
  return { httpPort, websocketPort }
}
