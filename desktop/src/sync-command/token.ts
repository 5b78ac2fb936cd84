import { readFile, stat } from 'node:fs/promises'
import { CommandEnded, EXIT } from './exit-codes.ts'
import type { SyncOptions } from './options.ts'
import { say } from './strings.ts'

/**
 * The access token that a sync calls with: of a file that its owner alone may read, or of CLOUDDISK_TOKEN. It is no
 * argument, since all users of a computer see the arguments of its programs.
 * @throws CommandEnded
 */
export async function readToken(
  { tokenFile, language }: Pick<SyncOptions, 'tokenFile' | 'language'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const token = tokenFile === null ? env.CLOUDDISK_TOKEN?.trim() : await tokenIn(tokenFile, language)
  // A header holds printable ASCII only.
  if (!token || !/^[\x21-\x7e]+$/.test(token))
    throw new CommandEnded(EXIT.usage, 'noToken', say('noToken', language))
  return token
}

async function tokenIn(path: string, language: SyncOptions['language']): Promise<string> {
  try {
    if (await isOpen(path))
      throw new CommandEnded(EXIT.usage, 'tokenOpen', say('tokenOpen', language, { path }))
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof CommandEnded) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new CommandEnded(EXIT.usage, 'tokenUnreadable', say('tokenUnreadable', language, { path, reason }))
  }
}

/**
 * Whether others than its owner may read it. A file of another owner, such as a credential of systemd, is read by its group
 * or an access list, which shows as the group's bits.
 */
async function isOpen(path: string): Promise<boolean> {
  // Windows has no such bits; its folders of people are closed to others.
  if (process.platform === 'win32') return false
  const { mode, uid } = await stat(path)
  return (mode & (uid === process.getuid?.() ? 0o077 : 0o007)) !== 0
}
