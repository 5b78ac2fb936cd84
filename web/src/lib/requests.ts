import { createStore } from './store.ts'

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
  const queue = createStore<readonly Open[]>([])
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const open: Open = {
          id: ++lastId,
          question,
          answer: (answer) => {
            queue.set(queue.get().filter((one) => one !== open))
            resolve(answer)
          },
        }
        queue.set([...queue.get(), open])
      }),
    useOpen: () => queue.use()[0],
  }
}
