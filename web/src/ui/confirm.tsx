import { type ReactElement, Suspense } from 'react'
import { createRequests } from '../lib/requests.ts'
import { QuestionWindow } from './overlay.ts'
import type { ConfirmAnswer, ConfirmOptions } from './overlay-props.ts'

const requests = createRequests<ConfirmOptions, ConfirmAnswer>()

/** Shows a confirm dialog and returns the answer; concurrent dialogs are queued. */
export const ask = requests.ask

/** Shows a confirm dialog; returns whether it was confirmed. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> => (await ask(options)) === 'confirm'

/** Shows the queued confirm dialogs; mounted once in the providers. */
export function ConfirmHost(): ReactElement | null {
  const open = requests.useOpen()
  return open ? (
    <Suspense>
      <QuestionWindow key={open.id} {...open} />
    </Suspense>
  ) : null
}
