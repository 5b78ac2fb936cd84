import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { clsx } from 'clsx'
import { CircleCheck, Info, ShieldAlert, TriangleAlert } from 'lucide-react'
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { focusedElement } from '../../lib/focused.ts'
import type { OpenRequest } from '../../lib/requests.ts'
import { Button } from '../button.tsx'
import type { ConfirmAnswer, ConfirmOptions } from '../overlay-props.ts'
import { t } from '../strings.ts'

const APPEARANCE = {
  success: { icon: CircleCheck, disc: 'bg-ok-soft text-ok' },
  info: { icon: Info, disc: 'bg-info-soft text-info' },
  warning: { icon: TriangleAlert, disc: 'bg-warn-soft text-warn' },
  error: { icon: ShieldAlert, disc: 'bg-danger-soft text-danger' },
}

type QuestionWindowProps = OpenRequest<ConfirmOptions, ConfirmAnswer>

export function QuestionWindow({ question, answer }: QuestionWindowProps): ReactElement {
  const { type = 'warning', title, text, list, details, danger, confirmIcon } = question
  const { icon: Icon, disc } = APPEARANCE[type]
  const cancelButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const focus = question.cancelText === null ? 'confirm' : (question.focus ?? (danger ? 'cancel' : 'confirm'))
  const first = focus === 'confirm' ? confirmButton : cancelButton
  // Stored here, since the focus moves before the window records it.
  const before = useRef(focusedElement())
  // Asked by a dialog that is over all others, it is over that; asked before that came, it stays below.
  const [layer] = useState(() => (document.querySelector('[data-above-all]') ? 'z-[1700]' : 'z-[1300]'))
  return (
    <Base.Root open onOpenChange={(open) => !open && answer('dismiss')}>
      <Base.Portal>
        <Base.Backdrop className={clsx('fade-in fixed inset-0 bg-scrim', layer)} />
        <Base.Viewport
          className={clsx('fixed inset-0 flex items-center justify-center p-4 max-md:items-end', layer)}
        >
          <Base.Popup
            initialFocus={first}
            finalFocus={before}
            className={clsx(
              'rise-in flex max-h-[92vh] max-w-full gap-4 overflow-y-auto rounded-xl bg-pop p-5 shadow-3 outline-none',
              question.otherText ? 'w-[460px]' : 'w-[400px]',
            )}
          >
            <span className={clsx('flex size-9 shrink-0 items-center justify-center rounded-full', disc)}>
              <Icon size={19} aria-hidden />
            </span>
            <div className="min-w-0 flex-1">
              <Base.Title className="text-section font-semibold break-words">{title}</Base.Title>
              {text && <Base.Description className="mt-1 text-secondary text-fg-2">{text}</Base.Description>}
              {list && list.length > 0 && <Concerned list={list} failed={type === 'error'} />}
              {details}
              <div className="mt-4 flex flex-wrap-reverse justify-end gap-2 max-md:*:grow">
                {question.cancelText !== null && (
                  <Button ref={cancelButton} onClick={() => answer('cancel')}>
                    {question.cancelText ?? t('cancel')}
                  </Button>
                )}
                {question.otherText && <Button onClick={() => answer('other')}>{question.otherText}</Button>}
                <Button
                  ref={confirmButton}
                  variant="primary"
                  danger={danger}
                  icon={confirmIcon}
                  onClick={() => answer('confirm')}
                >
                  {question.confirmText ?? t('ok')}
                </Button>
              </div>
            </div>
            <FocusNow target={first} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Focuses synchronously, so that the next keys go to the dialog and not to the list behind it. Rendered after
 * its target.
 */
function FocusNow({ target }: { target: RefObject<HTMLElement | null> }): null {
  useLayoutEffect(() => target.current?.focus(), [target])
  return null
}

/** @param failed shows the values in red, for failures. */
function Concerned(props: { list: NonNullable<ConfirmOptions['list']>; failed: boolean }): ReactElement {
  const { list, failed } = props
  return (
    <ul className="mt-2.5 max-h-48 space-y-1 overflow-y-auto rounded-m bg-field px-3 py-2 text-secondary">
      {list.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span className="max-w-full break-words">{line.label}</span>
          {line.value && <span className={failed ? 'text-danger' : 'text-fg-2'}>{line.value}</span>}
        </li>
      ))}
    </ul>
  )
}
