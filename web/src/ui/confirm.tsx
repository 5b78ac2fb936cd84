import type { LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { createStore } from '../lib/store.ts'
import { QuestionWindow } from './overlay.ts'

export interface ConfirmOptions {
  type?: 'success' | 'info' | 'warning' | 'error' | undefined
  /** The question, or what happened. */
  title: string
  /** The consequence. */
  text?: ReactNode | undefined
  /** What is concerned: a name, and at the right why or how many. */
  list?: readonly { label: ReactNode; value?: ReactNode | undefined }[] | undefined
  /** Anything more, below the list. */
  details?: ReactNode | undefined
  confirmText?: string | undefined
  /** `null` leaves one button: there is nothing to choose. */
  cancelText?: string | null | undefined
  /** The action destroys: dark red, with its icon. */
  danger?: boolean | undefined
  confirmIcon?: LucideIcon | undefined
  /** Which button Enter presses at once; the cancelling one where something is destroyed, unless said otherwise. */
  focus?: 'confirm' | 'cancel' | undefined
}

/** `confirm` the action, `cancel` the other button, `dismiss` Esc: a person who only looked. */
export type ConfirmAnswer = 'confirm' | 'cancel' | 'dismiss'

export interface Question extends ConfirmOptions {
  readonly id: number
  readonly answer: (answer: ConfirmAnswer) => void
}

const queue = createStore<readonly Question[]>([])
let lastId = 0

/** Asks, and tells which way out was taken; questions asked at once come one after the other. */
export const ask = (options: ConfirmOptions): Promise<ConfirmAnswer> =>
  new Promise((resolve) => {
    const question: Question = {
      ...options,
      id: ++lastId,
      answer: (answer) => {
        queue.set(queue.get().filter((one) => one !== question))
        resolve(answer)
      },
    }
    queue.set([...queue.get(), question])
  })

/** Asks, and answers whether to go on. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> => (await ask(options)) === 'confirm'

/** Shows the questions; stands once in the providers. */
export function ConfirmHost(): ReactElement | null {
  const question = queue.use()[0]
  return question ? (
    <Suspense>
      <QuestionWindow key={question.id} question={question} />
    </Suspense>
  ) : null
}
