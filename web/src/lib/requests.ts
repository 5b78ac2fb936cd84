import { useSyncExternalStore } from 'react'

/** A queue of requests that code makes and a dialog answers one after the other. */
export interface Requests<Q, A> {
  ask(question: Q): Promise<A>
  /** For the dialog: the open request and its answer function. */
  useOpen(): OpenRequest<Q, A> | undefined
}

export interface OpenRequest<Q, A> {
  /** Increases with each request. */
  readonly id: number
  readonly question: Q
  readonly answer: (answer: A) => void
}

export function createRequests<Q, A>(): Requests<Q, A> {
  type Open = OpenRequest<Q, A>
  let lastId = 0
  let queue: readonly Open[] = []
  const listeners = new Set<() => void>()
  const change = (next: readonly Open[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const open: Open = {
          id: ++lastId,
          question,
          answer: (answer) => {
            change(queue.filter((one) => one !== open))
            resolve(answer)
          },
        }
        change([...queue, open])
      }),
    useOpen: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => queue[0],
      ),
  }
}
