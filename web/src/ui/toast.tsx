import { type ReactElement, Suspense } from 'react'
import { createStore } from '../lib/store.ts'
import { ToastStack } from './overlay.ts'
import type { ToastKind, ToastOptions, ToastRequest } from './overlay-props.ts'

/** Messages to show; the stack removes them after their time. */
const requests = createStore<readonly ToastRequest[]>([])
let lastId = 0

const close = (id: number): void => requests.set(requests.get().filter((one) => one.id !== id))

function show(kind: ToastKind, text: string, options: ToastOptions = {}): () => void {
  const id = ++lastId
  requests.set([...requests.get(), { ...options, id, kind, text }])
  return () => close(id)
}

/** Short messages at the bottom: 3 s, longer while hovered. Each call returns a function that closes it. */
export const toast = {
  ok: (text: string, options?: ToastOptions) => show('ok', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  online: (text: string) => show('online', text),
  offline: (text: string) => show('offline', text),
}

let used = false

/** Mounted once in the providers; loads its part with the first message. */
export function ToastHost(): ReactElement | null {
  const list = requests.use()
  used ||= list.length > 0
  return used ? (
    <Suspense>
      <ToastStack requests={list} onGone={close} />
    </Suspense>
  ) : null
}
