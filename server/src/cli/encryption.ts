import { counted, formatSize } from '@clouddisk/contract/format'
import { Command } from 'commander'
import type { Context } from '../context.ts'
import { audit } from '../features/audit/audit.ts'
import { rotate, wrappedKeys } from '../objects/encrypted/content-keys.ts'
import { type Amount, type Kept, keptIn } from '../objects/encrypted/kept.ts'
import { type MasterKey, newMasterKey, readMasterKeys } from '../objects/encrypted/master-keys.ts'
import { withGround } from './ground.ts'
import { answer, CommandFailed, linesOf, table } from './output.ts'

export const encryptionCommand = (): Command =>
  new Command('encryption')
    .description('content that is encrypted where it lies, and its keys')
    .addCommand(
      new Command('key')
        .description('a new master key, to be written into a file that nobody else reads')
        .option('--json', 'answer as JSON')
        .action((_options, command: Command) => {
          const key = newMasterKey()
          answer(command, { key }, key)
        }),
    )
    .addCommand(
      new Command('status')
        .description('which keys there are, which are needed, and what is encrypted')
        .option('--json', 'answer as JSON')
        .action(status),
    )
    .addCommand(
      new Command('rotate')
        .description('wrap all content keys by the first master key while people work, and begin a new one')
        .option('--json', 'answer as JSON')
        .action(rotateKeys),
    )

interface Status {
  readonly isOn: boolean
  /** `isFirst`: what content keys are wrapped by from now on. */
  readonly masterKeys: readonly { id: string; isGiven: boolean; isFirst: boolean; wraps: number }[]
  readonly contentKeys: readonly { number: number; master: string; since: Date }[]
  readonly buckets: readonly Kept[]
}

async function status(_options: unknown, command: Command): Promise<void> {
  const found = await withGround(statusOf)
  const { isOn, masterKeys, contentKeys, buckets } = found
  answer(
    command,
    found,
    linesOf(
      // They may not be the server's.
      `With these settings what comes is ${isOn ? 'encrypted' : 'not encrypted'}.`,
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
    isGiven ? 'given' : 'NOT GIVEN',
    wraps > 0
      ? `wraps ${counted(wraps, 'content key')}`
      : isFirst
        ? `wraps nothing yet: the one for new content${contentKeys.length > 0 ? ' once `encryption rotate` has run' : ''}`
        : 'wraps nothing: may be taken away',
  ])

const amount = ({ objects, bytes }: Amount): string => `${counted(objects, 'object')}, ${formatSize(bytes)}`

async function statusOf({ config, db }: Context): Promise<Status> {
  const given = config.encryption ? await readMasterKeys(config.encryption) : []
  const keys = await wrappedKeys(db.reader)
  const ids = [...new Set([...given.map(({ id }) => id), ...keys.map(({ master }) => master)])]
  return {
    isOn: config.encryption?.isOn ?? false,
    masterKeys: ids.map((id) => ({
      id,
      isGiven: given.some((key) => key.id === id),
      isFirst: given[0]?.id === id,
      wraps: keys.filter(({ master }) => master === id).length,
    })),
    contentKeys: keys.map(({ number, master, since }) => ({ number, master, since })),
    buckets: await keptIn(db.reader),
  }
}

async function rotateKeys(_options: unknown, command: Command): Promise<void> {
  const { rotated, masters } = await withGround(async ({ config, db, now }) => {
    if (!config.encryption)
      throw new CommandFailed('CLOUDDISK_ENCRYPTION_KEY_FILE: name the file that holds the master keys.')
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
  answer(
    command,
    { master: id, rewrapped, contentKey: number },
    linesOf(
      `Wrapped ${counted(rewrapped, 'content key')} anew by the master key ${id}.`,
      `What comes is encrypted by content key ${number} within half a minute.`,
      ...others.map(mayGo),
    ),
  )
}

const mayGo = ({ id }: MasterKey): string =>
  `The master key ${id} wraps nothing any more. It may go once a backup has been made; folders of older ones need it.`
