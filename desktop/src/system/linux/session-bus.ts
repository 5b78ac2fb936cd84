import { type EventEmitter, once } from 'node:events'
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next'

/** The D-Bus of the person's session, by which panels and notifications are reached. */

const CONNECT_MS = 5000

/** @returns undefined where there is none, as on a server. */
export async function connectSessionBus(
  env: NodeJS.ProcessEnv = process.env,
): Promise<MessageBus | undefined> {
  const busAddress = env.DBUS_SESSION_BUS_ADDRESS
  if (!busAddress) return undefined
  try {
    const bus = sessionBus({ busAddress })
    await once(bus, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
    // The session ends with its bus; the client goes on without.
    const events: EventEmitter = bus
    events.on('error', () => undefined)
    return bus
  } catch {
    return undefined
  }
}

export interface Call {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: unknown[]
}

/** @throws DBusError */
export async function callMethod(bus: MessageBus, call: Call): Promise<unknown[]> {
  const reply = await bus.call(new Message({ ...call }))
  return reply?.body ?? []
}

const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

/** Asks the bus for signals that fit the rule; they arrive as the events `message` of the bus. */
export const addMatch = (bus: MessageBus, rule: string): Promise<unknown[]> =>
  callMethod(bus, { ...BUS, member: 'AddMatch', signature: 's', body: [rule] })

/** Calls back whenever the owner of a name on the bus changes, until the returned function is called. */
export async function onOwnerChange(
  bus: MessageBus,
  name: string,
  listener: (isOwned: boolean) => void,
): Promise<() => void> {
  const follow = ({ member, sender, body }: Message) => {
    if (sender === BUS.destination && member === 'NameOwnerChanged' && body[0] === name)
      listener(body[2] !== '')
  }
  bus.on('message', follow)
  await addMatch(bus, `type='signal',sender='${BUS.destination}',member='NameOwnerChanged',arg0='${name}'`)
  return () => bus.off('message', follow)
}
