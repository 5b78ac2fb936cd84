import { Variant } from '@jellybrick/dbus-next'
import type { TrayCommand, TrayItem, TrayView } from '../tray.ts'
import { drawTrayIcon } from '../tray-icon.ts'
import { BusObject } from './bus-object.ts'

/** What the item in the panel (StatusNotifierItem) and its menu (com.canonical.dbusmenu) answer on the bus. */

export const MENU_PATH = '/Menu'

type Pixmap = [width: number, height: number, argb: Buffer]

/** For panels of usual heights, also on screens of twice the density. */
const SIZES = [22, 32, 48]

const ARGB = (rgba: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(rgba.length)
  for (let at = 0; at < rgba.length; at += 4)
    bytes.set([rgba[at + 3] ?? 0, rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0], at)
  return bytes
}

export class StatusItem extends BusObject {
  readonly Category = 'Communications'
  readonly Id = 'clouddisk'
  readonly Title = 'Clouddisk'
  readonly Status = 'Active'
  readonly WindowId = 0
  readonly IconName = ''
  readonly ItemIsMenu = false
  readonly Menu = MENU_PATH
  view: TrayView
  readonly #onCommand: (command: TrayCommand) => void

  constructor(view: TrayView, onCommand: (command: TrayCommand) => void) {
    super('org.kde.StatusNotifierItem')
    this.view = view
    this.#onCommand = onCommand
  }

  get IconPixmap(): Pixmap[] {
    return SIZES.map((size) => [size, size, ARGB(drawTrayIcon(this.view.state, size))])
  }

  get ToolTip(): [string, Pixmap[], string, string] {
    return ['', [], 'Clouddisk', this.view.text]
  }

  Activate(_x: number, _y: number): void {
    this.#onCommand('open')
  }

  SecondaryActivate(_x: number, _y: number): void {
    this.#onCommand('open')
  }

  /** Panels show the menu of `Menu` themselves. */
  ContextMenu(_x: number, _y: number): void {}

  NewIcon(): void {}

  NewToolTip(): void {}
}

const read = (signature: string) => ({ signature, access: 'read' as const })

StatusItem.configureMembers({
  properties: {
    Category: read('s'),
    Id: read('s'),
    Title: read('s'),
    Status: read('s'),
    WindowId: read('i'),
    IconName: read('s'),
    IconPixmap: read('a(iiay)'),
    ToolTip: read('(sa(iiay)ss)'),
    ItemIsMenu: read('b'),
    Menu: read('o'),
  },
  methods: {
    Activate: { inSignature: 'ii' },
    SecondaryActivate: { inSignature: 'ii' },
    ContextMenu: { inSignature: 'ii' },
  },
  signals: { NewIcon: {}, NewToolTip: {} },
})

type Properties = Record<string, Variant>
type Layout = [id: number, properties: Properties, children: Variant[]]

/** The items are numbered from 1; 0 is the menu itself. */
export class StatusMenu extends BusObject {
  readonly Version = 3
  readonly TextDirection = 'ltr'
  readonly Status = 'normal'
  readonly IconThemePath: string[] = []
  items: readonly TrayItem[]
  #revision = 1
  readonly #onCommand: (command: TrayCommand) => void

  constructor(items: readonly TrayItem[], onCommand: (command: TrayCommand) => void) {
    super('com.canonical.dbusmenu')
    this.items = items
    this.#onCommand = onCommand
  }

  #properties(id: number): Properties {
    const item = this.items[id - 1]
    if (!item) return { 'children-display': new Variant('s', 'submenu') }
    return {
      // An underscore would mark a key.
      label: new Variant('s', item.label.replaceAll('_', '__')),
      enabled: new Variant('b', item.isEnabled),
      visible: new Variant('b', true),
    }
  }

  GetLayout(parentId: number, depth: number, _names: string[]): [number, Layout] {
    const ids = parentId === 0 && depth !== 0 ? this.items.map((_, at) => at + 1) : []
    const children = ids.map((id) => new Variant('(ia{sv}av)', [id, this.#properties(id), []]))
    return [this.#revision, [parentId, this.#properties(parentId), children]]
  }

  GetGroupProperties(ids: number[], _names: string[]): [number, Properties][] {
    const wanted = ids.length > 0 ? ids : this.items.map((_, at) => at + 1)
    return wanted.map((id) => [id, this.#properties(id)])
  }

  GetProperty(id: number, name: string): Variant {
    return this.#properties(id)[name] ?? new Variant('s', '')
  }

  Event(id: number, event: string, _data: Variant, _timestamp: number): void {
    const item = this.items[id - 1]
    if (event === 'clicked' && item?.isEnabled) this.#onCommand(item.command)
  }

  EventGroup(events: [number, string, Variant, number][]): number[] {
    for (const event of events) this.Event(...event)
    return []
  }

  AboutToShow(_id: number): boolean {
    return false
  }

  AboutToShowGroup(_ids: number[]): [number[], number[]] {
    return [[], []]
  }

  LayoutUpdated(): [revision: number, parentId: number] {
    this.#revision += 1
    return [this.#revision, 0]
  }
}

StatusMenu.configureMembers({
  properties: {
    Version: read('u'),
    TextDirection: read('s'),
    Status: read('s'),
    IconThemePath: read('as'),
  },
  methods: {
    GetLayout: { inSignature: 'iias', outSignature: 'u(ia{sv}av)' },
    GetGroupProperties: { inSignature: 'aias', outSignature: 'a(ia{sv})' },
    GetProperty: { inSignature: 'is', outSignature: 'v' },
    Event: { inSignature: 'isvu' },
    EventGroup: { inSignature: 'a(isvu)', outSignature: 'ai' },
    AboutToShow: { inSignature: 'i', outSignature: 'b' },
    AboutToShowGroup: { inSignature: 'ai', outSignature: 'aiai' },
  },
  signals: { LayoutUpdated: { signature: 'ui' } },
})
