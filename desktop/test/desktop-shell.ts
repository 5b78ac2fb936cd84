import { type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next'
import { BusObject } from '../src/system/linux/bus-object.ts'
import { callMethod } from '../src/system/linux/session-bus.ts'

/** What a desktop answers on its bus: the panel that shows items, and the notifications. */

class Watcher extends BusObject {
  readonly IsStatusNotifierHostRegistered = true
  readonly items: string[] = []

  constructor() {
    super('org.kde.StatusNotifierWatcher')
  }

  RegisterStatusNotifierItem(name: string): void {
    this.items.push(name)
  }
}
Watcher.configureMembers({
  properties: { IsStatusNotifierHostRegistered: { signature: 'b', access: 'read' } },
  methods: { RegisterStatusNotifierItem: { inSignature: 's' } },
})

export interface ShownNotice {
  readonly id: number
  readonly title: string
  readonly text: string
}

class Notifications extends BusObject {
  readonly shown: ShownNotice[] = []
  /** As by somebody whose click comes together with the answer to the program. */
  isClickedAtOnce = false

  constructor() {
    super('org.freedesktop.Notifications')
  }

  Notify(_app: string, _replaces: number, _icon: string, title: string, text: string): number {
    const id = this.shown.length + 1
    this.shown.push({ id, title, text })
    if (this.isClickedAtOnce) queueMicrotask(() => this.ActionInvoked(id, 'default'))
    return id
  }

  ActionInvoked(id: number, action: string): [number, string] {
    return [id, action]
  }
}
Notifications.configureMembers({
  methods: { Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' } },
  signals: { ActionInvoked: { signature: 'us' } },
})

type MenuEntry = [number, { label: Variant<string>; enabled: Variant<boolean> }]

export class DesktopShell {
  readonly #bus: MessageBus
  readonly #watcher = new Watcher()
  readonly #notifications = new Notifications()

  constructor(busAddress: string) {
    this.#bus = sessionBus({ busAddress })
    this.#bus.export('/StatusNotifierWatcher', this.#watcher)
    this.#bus.export('/org/freedesktop/Notifications', this.#notifications)
  }

  async start(): Promise<void> {
    await this.#bus.requestName('org.freedesktop.Notifications')
    await this.startPanel()
  }

  async startPanel(): Promise<void> {
    await this.#bus.requestName('org.kde.StatusNotifierWatcher')
  }

  async stopPanel(): Promise<void> {
    this.#watcher.items.length = 0
    await this.#bus.releaseName('org.kde.StatusNotifierWatcher')
  }

  get items(): readonly string[] {
    return this.#watcher.items
  }

  get notices(): readonly ShownNotice[] {
    return this.#notifications.shown
  }

  clickAtOnce(): void {
    this.#notifications.isClickedAtOnce = true
  }

  click(notice: ShownNotice): void {
    this.#notifications.ActionInvoked(notice.id, 'default')
  }

  async property(name: string): Promise<unknown> {
    const [value] = await this.#call('/StatusNotifierItem', 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
      ...['org.kde.StatusNotifierItem', name],
    ])
    return (value as Variant).value
  }

  async text(): Promise<unknown> {
    const tip = (await this.property('ToolTip')) as unknown[]
    return tip[3]
  }

  /** Labels of the menu; those that are disabled in brackets. */
  async menu(): Promise<string[]> {
    return (await this.#entries()).map(([, { label, enabled }]) =>
      enabled.value ? label.value : `(${label.value})`,
    )
  }

  async choose(wanted: string): Promise<void> {
    const entry = (await this.#entries()).find(([, { label }]) => label.value === wanted)
    if (!entry) throw new Error(`the menu has no ${wanted}`)
    await this.#call('/Menu', 'com.canonical.dbusmenu', 'Event', 'isvu', [
      ...[entry[0], 'clicked', new Variant('s', ''), 0],
    ])
  }

  async activate(): Promise<void> {
    await this.#call('/StatusNotifierItem', 'org.kde.StatusNotifierItem', 'Activate', 'ii', [0, 0])
  }

  async #entries(): Promise<MenuEntry[]> {
    const [, layout] = await this.#call('/Menu', 'com.canonical.dbusmenu', 'GetLayout', 'iias', [0, -1, []])
    const [, , children] = layout as [number, unknown, Variant<MenuEntry>[]]
    return children.map(({ value }) => value)
  }

  #call(path: string, from: string, member: string, signature: string, body: unknown[]): Promise<unknown[]> {
    const destination = this.items.at(-1) ?? ''
    return callMethod(this.#bus, { destination, path, interface: from, member, signature, body })
  }

  stop(): void {
    this.#bus.disconnect()
  }
}
