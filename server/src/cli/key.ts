import { Command } from 'commander'
import type pg from 'pg'
import { audit } from '../audit/record.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { fingerprintOf, instanceKeyPath, rotateInstanceKey } from '../config/secrets.ts'
import { openServerId } from '../config/server-id.ts'
import type { Context } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { checkInstanceKey, KEY_FINGERPRINT } from '../db/instance-key.ts'
import { readMetadata } from '../db/metadata.ts'
import { saveHead } from '../features/audit/head-file.ts'
import { readBuckets } from '../objects/buckets.ts'
import { CommandFailed, joinLines, printResult } from './output.ts'
import { withContext } from './runtime.ts'

export const keyCommand = (): Command =>
  new Command('key')
    .description('manage the instance key (secrets/instance.key)')
    .addCommand(
      new Command('replace')
        .description('create a new instance key if the old one is lost for good; stop the server first')
        .action(replace),
    )

async function replace(_options: unknown, command: Command): Promise<void> {
  let kept: string | undefined
  const { key, buckets, cluster } = await withContext(describeReplacement, {
    beforeKey: async (pool, config, serverRuns) => {
      if (serverRuns)
        throw new CommandFailed(`A server is running on ${config.dataDir} or its database. Stop it first.`)
      kept = await replaceKey(pool, config)
    },
  })
  printResult(
    command,
    { key, kept: kept ?? null, buckets },
    joinLines(
      `Created a new instance key: ${key}.`,
      kept ? `The old file was kept as ${kept}.` : '',
      ...buckets.map(
        (name) => `Enter the access key of bucket ${name} again: storage edit ${name} --keys-stdin`,
      ),
      cluster ? 'Copy the key to every other server before it starts.' : '',
      'Make a backup now: earlier ones hold the old key. Earlier audit log entries can no longer be checked.',
    ),
  )
}

/** Fingerprint and audit entry are written together: either alone would look like a forged log. */
async function replaceKey(pool: pg.Pool, config: Config): Promise<string | undefined> {
  const known = await readMetadata(pool, KEY_FINGERPRINT)
  const path = instanceKeyPath(config.dataDir)
  if ('secrets' in (await checkInstanceKey(config, known)))
    throw new CommandFailed(`The instance key ${path} is correct. There is nothing to replace.`)
  const { secrets, kept } = await rotateInstanceKey(config.dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} cannot be replaced: ${error.message}.`)
  })
  // Signed with the new key: the server compares the log with it.
  await saveHead(pool, { config, secrets })
  const value = fingerprintOf(secrets)
  await openDatabase(pool).transact(async (tx) => {
    await tx
      .insertInto('instance_metadata')
      .values({ name: KEY_FINGERPRINT, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    await audit(tx, { action: 'instanceKey.replaced' })
  })
  return kept
}

async function describeReplacement(
  ctx: Context,
): Promise<{ key: string; buckets: string[]; cluster: boolean }> {
  const { rows } = await readBuckets(ctx.db.reader, await openServerId(ctx.config.dataDir))
  const { dataDir, cluster } = ctx.config
  return { key: instanceKeyPath(dataDir), buckets: rows.map(({ name }) => name), cluster }
}
