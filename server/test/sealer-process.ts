import { openOrCreateSecrets } from '../src/config/secrets.ts'
import type { Context } from '../src/context.ts'
import { openDatabase } from '../src/db/database.ts'
import { openPool } from '../src/db/pool.ts'
import { Sealer } from '../src/features/audit/sealer.ts'

/** Seals without pause until it is killed; a line on standard output for each time that the log was written. */
const { dataDir, pool } = JSON.parse(process.argv[2] ?? '{}')
const db = openDatabase(openPool(pool, () => undefined))
const secrets = await openOrCreateSecrets(dataDir)
const log = { error: (...about: unknown[]) => console.error(...about) }
const sealer = new Sealer({
  config: { dataDir },
  secrets,
  db,
  log,
  now: () => new Date(),
} as unknown as Context)
for (;;) {
  await sealer.seal()
  process.stdout.write('.')
}
