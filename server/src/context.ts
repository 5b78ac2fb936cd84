import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Database } from './db/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Stores } from './objects/stores.ts'

/** Everything a feature may use, composed once at start; tests override parts. */
export interface Context {
  readonly config: Config
  readonly secrets: Secrets
  readonly db: Database
  readonly stores: Stores
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  /** The time by which things expire; tests may move it. */
  readonly now: () => Date
}
