import { type ReactElement, Suspense } from 'react'
import { createStore } from '../lib/store.ts'
import { QuestionWindow } from './overlay.ts'
import type { ConfirmAnswer, ConfirmOptions, ConfirmQuestion } from './overlay-props.ts'

const queue = createStore<readonly ConfirmQuestion[]>([])
let lastId = 0

/** Shows a confirm dialog and returns the answer; concurrent dialogs are queued. */
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

/** Shows a confirm dialog; returns whether it was confirmed. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> => (await ask(options)) === 'confirm'

/** Shows the queued confirm dialogs; mounted once in the providers. */
export function ConfirmHost(): ReactElement | null {
  const question = queue.use()[0]
  return question ? (
    <Suspense>
      <QuestionWindow key={question.id} question={question} />
    </Suspense>
  ) : null
}
