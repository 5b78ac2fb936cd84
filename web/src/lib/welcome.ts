import { createStore } from './store.ts'

/** How many texts the person still has to acknowledge, such as the usage rules; the tour waits until there are none. */
export const toAcknowledge = createStore(0)

/** Resolves when there is nothing to acknowledge. */
export const allAcknowledged = (): Promise<void> =>
  new Promise((resolve) => {
    if (toAcknowledge.get() === 0) return resolve()
    const stop = toAcknowledge.subscribe(() => {
      if (toAcknowledge.get() > 0) return
      stop()
      resolve()
    })
  })
