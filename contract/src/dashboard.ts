import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Bytes, Instant, nullable, oneOf } from './shapes.ts'

/** Where the house stands, for administrators; an orgAdmin's figures are of its departments. */

const Count = Type.Integer({ minimum: 0 })

export const DayOfTransfers = Type.Object({
  /** YYYY-MM-DD, UTC. */
  day: Type.String(),
  uploads: Count,
  uploadBytes: Bytes,
  downloads: Count,
  downloadBytes: Bytes,
})
export type DayOfTransfers = Static<typeof DayOfTransfers>

export const DayOfStorage = Type.Object({ day: Type.String(), stored: Bytes, charged: Bytes })
export type DayOfStorage = Static<typeof DayOfStorage>

export const DASHBOARD_DAYS = ['7', '30', '90'] as const

export const Dashboard = Type.Object({
  scope: oneOf(['all', 'departments']),
  time: Instant,
  people: Type.Object({
    total: Count,
    active: Count,
    frozen: Count,
    expired: Count,
    signedInToday: Count,
  }),
  spaces: Type.Object({
    used: Bytes,
    /** Of those that have a limit. */
    total: Bytes,
    unlimited: Count,
  }),
  /** What lies on the disks; of the whole house alone. */
  storage: nullable(
    Type.Object({
      measuredTime: Instant,
      files: Count,
      /** Bytes of all versions. */
      charged: Bytes,
      /** Bytes of the contents that they share. */
      stored: Bytes,
      diskFree: Bytes,
      diskTotal: Bytes,
      days: Type.Array(DayOfStorage),
    }),
  ),
  /** Every day of the time that was asked for, the oldest first. */
  transfers: Type.Array(DayOfTransfers),
  jobs: Type.Object({
    running: Count,
    /** Within seven days. */
    failed: Count,
  }),
  health: nullable(
    Type.Object({
      objects: Type.Boolean({ description: 'whether stored content can be read and written' }),
      /** Entries of the audit log, and what waits to be entered. */
      logEntries: Count,
      logWaiting: Count,
    }),
  ),
})
export type Dashboard = Static<typeof Dashboard>

export const queryDashboard = route({
  name: 'queryDashboard',
  method: 'GET',
  path: '/admin/dashboard',
  admin: 'dashboard',
  input: Type.Object({ days: Type.Optional(oneOf(DASHBOARD_DAYS)) }),
  reply: Dashboard,
  errors: ['area_refused'],
  summary: 'People, storage, transfers, jobs and health; kept sums, whatever there is.',
})
