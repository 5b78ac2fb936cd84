import type { Message, MessageBus } from '@jellybrick/dbus-next'
import { Variant } from '@jellybrick/dbus-next'
import type { OpenNotifier } from '../notifier.ts'
import { addMatch, callMethod } from './session-bus.ts'

/** Notifications of the desktop (org.freedesktop.Notifications). */

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const ENTRY = 'clouddisk'
/** As long as the desktop finds right. */
const USUAL_TIME = -1

export const desktopNotifications =
  (bus: MessageBus, openLabel: string): OpenNotifier =>
  async (onOpen) => {
    const paths = new Map<number, string | undefined>()
    const follow = ({ interface: from, member, body }: Message) => {
      if (from !== NAME) return
      const id = Number(body[0])
      // The answer with this number may come in the same read, and is noted a moment later.
      setImmediate(() => {
        if (member === 'ActionInvoked' && paths.has(id)) onOpen(paths.get(id))
        if (member === 'NotificationClosed') paths.delete(id)
      })
    }
    bus.on('message', follow)
    await addMatch(bus, `type='signal',interface='${NAME}',path='${PATH}'`)
    return {
      show: async ({ title, text, path }) => {
        const hints = { 'desktop-entry': new Variant('s', ENTRY) }
        const [id] = await callMethod(bus, {
          ...{ destination: NAME, path: PATH, interface: NAME, member: 'Notify' },
          signature: 'susssasa{sv}i',
          body: ['Clouddisk', 0, ENTRY, title, escapeMarkup(text), ['default', openLabel], hints, USUAL_TIME],
        })
        paths.set(Number(id), path)
      },
      close: () => bus.off('message', follow),
    }
  }

/** Desktops may read the text as markup. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
