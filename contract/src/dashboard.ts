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

/** What a new installation needs before colleagues can work, in this order. */
export const SETUP_STEPS = ['departments', 'people', 'address', 'mail', 'storage', 'backup'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const Setup = Type.Object({
  /** Put away by an administrator. */
  dismissed: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      step: oneOf(SETUP_STEPS),
      done: Type.Boolean({ description: 'as it is now, not as somebody said' }),
    }),
  ),
})
export type Setup = Static<typeof Setup>

export const querySetup = route({
  name: 'querySetup',
  method: 'GET',
  path: '/admin/setup/query',
  admin: 'config',
  input: Type.Object({}),
  reply: Setup,
  summary:
    'Checklist for a new installation: departments, people besides the administrator, an https address, mail, storage that takes content and has room, a backup within seven days.',
})

export const dismissSetup = route({
  name: 'dismissSetup',
  method: 'POST',
  path: '/admin/setup/dismiss',
  admin: 'config',
  input: Type.Object({ dismissed: Type.Boolean() }),
  reply: Setup,
  summary: 'Puts the checklist away for all administrators, or shows it again.',
})
