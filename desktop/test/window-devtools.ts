import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'

/** Reaches what the browser of a window has for tests alone, beside the pipe of the client: its virtual authenticator. */

/** A browser with a debugging port, as a script in this folder. */
export async function debuggable(browser: string, folder: string): Promise<string> {
  const path = join(folder, 'browser.sh')
  await writeFile(path, `#!/bin/sh\nexec ${JSON.stringify(browser)} --remote-debugging-port=0 "$@"\n`)
  await chmod(path, 0o700)
  return path
}

/** Puts a passkey into the device of the window's page. @param profileFolder of the window. */
export async function addPasskey(
  profileFolder: string,
  passkey: Readonly<Record<string, unknown>>,
): Promise<{ close(): void }> {
  const [port] = (await readFile(join(profileFolder, 'DevToolsActivePort'), 'utf8')).split('\n')
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
  const { webSocketDebuggerUrl } = (targets as { type: string; webSocketDebuggerUrl: string }[]).find(
    ({ type }) => type === 'page',
  ) as { webSocketDebuggerUrl: string }
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  let last = 0
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(socket, 'message')
      const answer = JSON.parse(String(data))
      if (answer.id !== id) continue
      if (answer.error) throw new Error(answer.error.message)
      return answer.result
    }
  }
  await send('WebAuthn.enable', {})
  const { authenticatorId } = await send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { isResidentCredential: true, ...passkey },
  })
  return { close: () => socket.close() }
}
