import Type, { type Static } from 'typebox'
import { Instant, nullable } from './shapes.ts'

/** Computers with the desktop client, which says what it is in a header of its calls (G12). */

export const DEVICE_HEADER = 'clouddisk-device'

const Words = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

export const DeviceInfo = Type.Object({
  /** A UUID that the client makes at its first start on a computer. */
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** Of the computer. */
  name: Words(120),
  system: Words(120),
  /** Of the client. */
  version: Words(40),
})
export type DeviceInfo = Static<typeof DeviceInfo>

/** Form-encoded, so that any name is plain ASCII. */
export const deviceHeader = (device: DeviceInfo): string => new URLSearchParams(device).toString()

/** `sourceType` of the uploads of a local sync. */
export const LOCAL_SYNC_SOURCE = 'localSync'

/** What local sync uploaded last from a computer: uploads with less than an hour between them are one run. */
export const LocalSyncRun = Type.Object({
  startTime: Instant,
  /** Of its last upload so far. */
  time: Instant,
  uploaded: Type.Integer(),
  /** Refused by the server. */
  failed: Type.Integer(),
})

export const Device = Type.Object({
  name: Type.String(),
  system: Type.String(),
  version: Type.String({ description: 'of the desktop client' }),
  localSync: nullable(LocalSyncRun),
})
export type Device = Static<typeof Device>
