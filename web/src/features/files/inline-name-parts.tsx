import { clsx } from 'clsx'
import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent, ReactElement } from 'react'
import { texts } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const t = texts('inline-name', {
  create: ['创建', 'Create'],
  cancel: ['取消', 'Cancel'],
  extensionChanges: ['扩展名会改变。', 'The extension will change.'],
})

export interface NameButtonsProps {
  /** Above the field, not behind it. */
  above: boolean
  /** Why the name cannot be taken. */
  wrong: string | undefined
  onCreate: () => void
  onCancel: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export const NameButtons = (props: NameButtonsProps): ReactElement => (
  <span className={clsx('flex', props.above && 'absolute right-0 bottom-full mb-2')}>
    <IconButton
      size="small"
      icon={Check}
      label={t('create')}
      disabledReason={props.wrong}
      onClick={props.onCreate}
      onKeyDown={props.onKeyDown}
      className="not-aria-disabled:text-ok"
    />
    <IconButton
      size="small"
      icon={X}
      label={t('cancel')}
      onClick={props.onCancel}
      onKeyDown={props.onKeyDown}
    />
  </span>
)

/** What is wrong with a name; else that it changes what the file is taken for. */
export const NameNote = ({ id, wrong }: { id: string; wrong: string | undefined }): ReactElement => (
  <span
    id={id}
    role={wrong ? 'alert' : undefined}
    className={clsx(
      'absolute top-full left-0 z-20 mt-1 flex max-w-[min(360px,70vw)] items-start gap-1.5 rounded-s border bg-pop px-2 py-1 text-caption whitespace-normal shadow-2',
      wrong ? 'border-danger-line text-danger' : 'border-warn-line text-warn',
    )}
  >
    {wrong ? (
      <CircleAlert size={13} className="mt-px" aria-hidden />
    ) : (
      <TriangleAlert size={13} className="mt-px" aria-hidden />
    )}
    {wrong ?? t('extensionChanges')}
  </span>
)
