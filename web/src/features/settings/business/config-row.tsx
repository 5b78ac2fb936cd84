import type { ConfigItem } from '@clouddisk/contract/business-config'
import { Pencil, Undo2 } from 'lucide-react'
import { type ReactElement, useId, useRef, useState } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { ChoicesDialog } from './choices-dialog.tsx'
import { saveValue } from './data.ts'
import { t } from './strings.ts'
import { valueText } from './units.ts'
import { ValueForm } from './value-form.tsx'

/** One value of the business configuration: what it means, where it comes from, and the value, which can be changed in place. */
export function ConfigRow({ item, change }: { item: ConfigItem; change: boolean }): ReactElement {
  const { code, explanation, fixed, source } = item
  const label = useId()
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = change && !fixed && source !== 'environment'
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <li
      aria-labelledby={label}
      className="flex gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p id={label} className="text-body break-words">
          {explanation[language]}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-mut">
          <code className="font-mono break-all text-fg-2">{code}</code>
          <Source item={item} />
          {notesOf(item).map((note) => (
            <span key={note}>{note}</span>
          ))}
        </p>
      </div>
      <div className="flex items-start gap-1 md:w-[46%] md:justify-end">
        {isEditing && item.kind !== 'choices' ? (
          <ValueForm item={item} onDone={close} />
        ) : (
          <>
            <span className="tabular py-1.5 text-body font-medium break-words md:text-right">
              {valueText(item, item.value)}
            </span>
            {isOpen && source === 'administrator' && (
              <IconButton
                icon={Undo2}
                label={t('resetCode', { code })}
                onClick={() => void reset(code).then(close)}
              />
            )}
            {isOpen && (
              <IconButton
                ref={opener}
                icon={Pencil}
                label={t('editCode', { code })}
                onClick={() => setEditing(true)}
              />
            )}
          </>
        )}
      </div>
      {isEditing && item.kind === 'choices' && (
        <ChoicesDialog item={item} control={{ open: true, onOpenChange: close }} />
      )}
    </li>
  )
}

function Source({ item: { source, fixed } }: { item: ConfigItem }): ReactElement {
  if (fixed) return <Chip>{t('isFixed')}</Chip>
  if (source === 'environment') return <Chip tone="warn">{t('isEnvironment')}</Chip>
  return source === 'administrator' ? (
    <Chip tone="info">{t('isAdministrator')}</Chip>
  ) : (
    <Chip>{t('isDefault')}</Chip>
  )
}

function notesOf(item: ConfigItem): string[] {
  const { source, fixed, variable, author, changeTime, afterRestart, running } = item
  if (fixed) return [fixed[language]]
  const notes: string[] = []
  if (source === 'environment' && variable) notes.push(t('byVariable', { variable }))
  if (source === 'administrator') {
    notes.push(t('defaultValue', { value: valueText(item, item.default) }))
    notes.push(t('byPerson', { name: author ?? '', time: formatDateTime(changeTime) }))
  }
  if (running !== undefined) notes.push(t('waits', { value: valueText(item, running) }))
  else if (afterRestart) notes.push(t('restart'))
  return notes
}

const reset = (code: string): Promise<boolean> =>
  withErrorMessage(t('notSaved'), async () => {
    await saveValue(code, null)
    toast.ok(t('wasReset', { code }))
  })
