import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import { audit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import {
  type EncryptedShare,
  encryptedShares,
  type ObjectAmount,
  rotate,
  wrappedKeys,
} from '../objects/encrypted/content-keys.ts'
import { type MasterKey, newMasterKey, readMasterKeys } from '../objects/encrypted/master-keys.ts'
import { CommandFailed, joinLines, printResult, table } from './output.ts'
import { withContext } from './runtime.ts'

export const encryptionCommand = (): Command =>
  new Command('encryption')
    .description('manage encryption of stored content, and its keys')
    .addCommand(
      new Command('key')
        .description('print a new master key, to be saved in a file that only this user can read')
        .action((_options, command: Command) => {
          const key = newMasterKey()
          printResult(command, { key }, key)
        }),
    )
    .addCommand(
      new Command('status')
        .description('show the keys, which of them are needed, and how much is encrypted')
        .action(status),
    )
    .addCommand(
      new Command('rotate')
        .description(
          'rewrap all content keys with the first master key and start a new content key, also while the server is running',
        )
        .action(rotateKeys),
    )

interface Status {
  readonly isOn: boolean
  /** The first wraps new content keys. */
  readonly masterKeys: readonly { id: string; isGiven: boolean; isFirst: boolean; wraps: number }[]
  readonly contentKeys: readonly { number: number; master: string; since: Date }[]
  readonly buckets: readonly EncryptedShare[]
}

async function status(_options: unknown, command: Command): Promise<void> {
  const found = await withContext(statusOf)
  const { isOn, masterKeys, contentKeys, buckets } = found
  printResult(
    command,
    found,
    joinLines(
      // The running server may have other settings.
      `With these settings, new content is ${isOn ? 'encrypted' : 'not encrypted'}.`,
      masterKeys.length === 0 ? '' : table(['master key', '', ''], masterLines(found)),
      contentKeys.length === 0
        ? ''
        : table(
            ['content key', 'wrapped by', 'since'],
            contentKeys.map(({ number, master, since }) => [String(number), master, since.toISOString()]),
          ),
      buckets.length === 0
        ? ''
        : table(
            ['bucket', 'encrypted', 'plain'],
            buckets.map(({ bucket, encrypted, plain }) => [bucket, amount(encrypted), amount(plain)]),
          ),
    ),
  )
}

const masterLines = ({ masterKeys, contentKeys }: Status): string[][] =>
  masterKeys.map(({ id, isGiven, isFirst, wraps }) => [
    id,
    isGiven ? 'configured' : 'MISSING',
    wraps > 0
      ? `wraps ${counted(wraps, 'content key')}`
      : isFirst
        ? `wraps nothing yet; used for new content${contentKeys.length > 0 ? ' after `encryption rotate`' : ''}`
        : 'wraps nothing; can be removed',
  ])

const amount = ({ objects, bytes }: ObjectAmount): string =>
  `${counted(objects, 'object')}, ${formatSize(bytes)}`

async function statusOf({ config, db }: Context): Promise<Status> {
  const configured = config.encryption ? await readMasterKeys(config.encryption) : []
  const keys = await wrappedKeys(db.reader)
  const ids = [...new Set([...configured.map(({ id }) => id), ...keys.map(({ master }) => master)])]
  return {
    isOn: config.encryption?.isOn ?? false,
    masterKeys: ids.map((id) => ({
      id,
      isGiven: configured.some((key) => key.id === id),
      isFirst: configured[0]?.id === id,
      wraps: keys.filter(({ master }) => master === id).length,
    })),
    contentKeys: keys.map(({ number, master, since }) => ({ number, master, since })),
    buckets: await encryptedShares(db.reader),
  }
}

async function rotateKeys(_options: unknown, command: Command): Promise<void> {
  const { rotated, masters } = await withContext(async ({ config, db, now }) => {
    if (!config.encryption)
      throw new CommandFailed(
        'No master key is set. Set CLOUDDISK_ENCRYPTION_KEY_FILE to the file with the master keys.',
      )
    const masters = await readMasterKeys(config.encryption)
    const rotated = await db.transact(async (tx) => {
      const done = await rotate(tx, masters, now())
      const detail = { master: masters[0].id, rewrapped: done.rewrapped, contentKey: done.number }
      await audit(tx, { action: 'content.keysRotated', detail })
      return done
    })
    return { rotated, masters }
  })
  const { rewrapped, number } = rotated
  const [{ id }, ...others] = masters
  printResult(
    command,
    { master: id, rewrapped, contentKey: number },
    joinLines(
      `Rewrapped ${counted(rewrapped, 'content key')} with master key ${id}.`,
      `New content is encrypted with content key ${number} within 30 seconds.`,
      ...others.map(retirementState),
    ),
  )
}

const retirementState = ({ id }: MasterKey): string =>
  `Master key ${id} is no longer in use. You can remove it after the next backup; restoring older backups still needs it.`
