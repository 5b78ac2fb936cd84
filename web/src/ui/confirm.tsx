import { type ReactElement, Suspense } from 'react'
import { createStore } from '../lib/store.ts'
import { QuestionWindow } from './overlay.ts'
import type { ConfirmAnswer, ConfirmOptions, ConfirmQuestion } from './overlay-props.ts'

const queue = createStore<readonly ConfirmQuestion[]>([])
let lastId = 0

/** Asks, and tells which way out was taken; questions asked at once come one after the other. */
export const ask = (options: ConfirmOptions): Promise<ConfirmAnswer> =>
  new Promise((resolve) => {
    const question: ConfirmQuestion = {
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
