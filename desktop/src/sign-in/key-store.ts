import { runProgram } from '../system/run.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * The key store of the system: the Secret Service on Linux (libsecret's secret-tool), the keychain on macOS. Programs of
 * the system do the work, so that the client needs no native code. Windows has none by program; there the file is used.
 */

const SERVICE = 'clouddisk'
const LABEL = 'Clouddisk'
/** A locked store may ask the person for its password. */
const UNLOCK_MS = 120_000

/** The store could not be reached or refused. */
export class KeyStoreError extends Error {}

/** @returns undefined on systems without such a store. */
export function systemKeyStore(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): SecretStore | undefined {
  // Without the bus of a session secret-tool would start one of its own.
  if (platform === 'linux') return env.DBUS_SESSION_BUS_ADDRESS ? secretService : undefined
  return platform === 'darwin' ? keychain : undefined
}

async function run(command: string, args: readonly string[], input?: string) {
  const ended = await runProgram(command, args, input, UNLOCK_MS)
  if (!ended) throw new KeyStoreError(`${command} is not available`)
  return ended
}

const attributes = (name: string): string[] => ['service', SERVICE, 'name', name]

/** secret-tool exits with 1 both where there is no such secret and where there is no store. */
const secretService: SecretStore = {
  read: async (name) => {
    const { code, output } = await run('secret-tool', ['lookup', ...attributes(name)])
    return code === 0 ? output : null
  },
  write: async (name, secret) => {
    const { code } = await run('secret-tool', ['store', '--label', LABEL, ...attributes(name)], secret)
    if (code !== 0) throw new KeyStoreError('the Secret Service refused the secret')
  },
  remove: async (name) => {
    await run('secret-tool', ['clear', ...attributes(name)])
  },
}

const keychain: SecretStore = {
  read: async (name) => {
    const { code, output } = await run('security', ['find-generic-password', '-s', SERVICE, '-a', name, '-w'])
    return code === 0 ? decode(output.trim()) : null
  },
  write: async (name, secret) => {
    // In its interactive mode `security` reads the command, and the secret with it, from its standard input.
    const command = `add-generic-password -U -s ${SERVICE} -a "${name}" -w ${encode(secret)}\n`
    const { code } = await run('security', ['-i'], command)
    if (code !== 0) throw new KeyStoreError('the keychain refused the secret')
  },
  remove: async (name) => {
    await run('security', ['delete-generic-password', '-s', SERVICE, '-a', name])
  },
}

/** Without quotes and spaces, which that command line would read. */
const encode = (secret: string): string => Buffer.from(secret).toString('base64url')
const decode = (text: string): string => Buffer.from(text, 'base64url').toString()
