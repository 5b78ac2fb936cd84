import type { MessageBus } from '@jellybrick/dbus-next'
import type { OpenTray, Tray } from '../tray.ts'
import { callMethod, onOwnerChange } from './session-bus.ts'
import { MENU_PATH, StatusItem, StatusMenu } from './tray-interfaces.ts'

/** An item of panels that know StatusNotifierItem: KDE, Xfce, Cinnamon, MATE, LXQt, GNOME with its AppIndicator extension. */

const WATCHER = 'org.kde.StatusNotifierWatcher'
const ITEM_PATH = '/StatusNotifierItem'

export const statusNotifier =
  (bus: MessageBus): OpenTray =>
  async (first, onCommand) => {
    const name = `org.kde.StatusNotifierItem-${process.pid}-1`
    const item = new StatusItem(first, onCommand)
    const menu = new StatusMenu(first.items, onCommand)
    bus.export(ITEM_PATH, item)
    bus.export(MENU_PATH, menu)
    await bus.requestName(name)
    let isShown = false
    const watcher = { destination: WATCHER, path: '/StatusNotifierWatcher' }

    const register = async () => {
      await callMethod(bus, {
        ...{ ...watcher, interface: WATCHER, member: 'RegisterStatusNotifierItem' },
        ...{ signature: 's', body: [name] },
      })
      const [hasHost] = await callMethod(bus, {
        ...{ ...watcher, interface: 'org.freedesktop.DBus.Properties', member: 'Get' },
        ...{ signature: 'ss', body: [WATCHER, 'IsStatusNotifierHostRegistered'] },
      })
      isShown = (hasHost as { value?: unknown }).value === true
    }
    // Panels come and go, by themselves or with their settings.
    const leave = await onOwnerChange(bus, WATCHER, (isOwned) => {
      isShown = false
      if (isOwned) void register().catch(() => undefined)
    })
    await register().catch(() => undefined)

    const tray: Tray = {
      get isShown() {
        return isShown
      },
      show(view) {
        const before = item.view
        item.view = view
        menu.items = view.items
        if (before.state !== view.state) item.NewIcon()
        if (before.text !== view.text) item.NewToolTip()
        if (JSON.stringify(before.items) !== JSON.stringify(view.items)) menu.LayoutUpdated()
      },
      close: async () => {
        leave()
        bus.unexport(ITEM_PATH, item)
        bus.unexport(MENU_PATH, menu)
        await bus.releaseName(name).catch(() => undefined)
      },
    }
    return tray
  }
