import {
  CHOICE_ID_PATTERN,
  CHOICE_NAME_MAX,
  CHOICES_MAX,
  type ConfigChoice,
  type ConfigItem,
} from '@clouddisk/contract/business-config'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { saveValue } from './data.ts'
import { focusFault } from './focus-fault.ts'
import { t } from './strings.ts'

interface ChoicesDialogProps {
  item: ConfigItem
  control: DialogControl
}

interface Row extends ConfigChoice {
  /** Tells rows apart while their ids are being typed. */
  readonly key: number
}

type Part = keyof ConfigChoice
const PARTS = ['id', 'zh-CN', 'en-US'] as const
const LABELS = { id: 'choiceId', 'zh-CN': 'choiceZh', 'en-US': 'choiceEn' } as const

/** Options of the sign-in page: their ids, names in both languages, and order. */
export function ChoicesDialog({ item, control }: ChoicesDialogProps): ReactElement {
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(item))
  const [tried, setTried] = useState(false)
  const faults = rows.map((row) => faultsOf(row, rows))
  const form = useForm({ rows: JSON.stringify(rowsOf(item)) }, () => ({
    rows: faults.some((one) => Object.keys(one).length > 0) ? t('choicesWrong') : undefined,
  }))
  const change = (next: readonly Row[]) => {
    setRows(next)
    form.set({ rows: JSON.stringify(next) })
  }
  const send = async () => {
    const value = rows.map(({ key: _, ...choice }) => choice)
    await saveValue(item.code, value)
    toast.ok(t('saved', { code: item.code }))
    control.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  const onSubmit: typeof submission.onSubmit = (event) => {
    setTried(true)
    submission.onSubmit(event)
    focusFault(event.currentTarget)
  }
  const edit = (key: number, part: Part, text: string) =>
    change(rows.map((row) => (row.key === key ? { ...row, [part]: text } : row)))
  return (
    <FormDialog
      {...control}
      title={item.explanation[language].split(/[；.]/)[0] ?? item.code}
      width={860}
      submission={{ ...submission, onSubmit }}
      button={t('save')}
      className="space-y-4"
    >
      <p className="text-secondary text-fg-2">{t('choicesText')}</p>
      {rows.length === 0 && <p className="text-secondary text-mut">{t('noChoices')}</p>}
      <ul className="space-y-4">
        {rows.map((row, index) => (
          <li
            key={row.key}
            aria-label={row[language] || t('newChoice')}
            className="grid grid-cols-[1fr_1fr_1fr_auto] items-start gap-2 max-md:grid-cols-1 max-md:border-b max-md:border-line max-md:pb-4"
          >
            {PARTS.map((part) => (
              <Field key={part} label={t(LABELS[part])} error={tried ? faults[index]?.[part] : undefined}>
                <Input
                  value={row[part]}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => edit(row.key, part, event.target.value)}
                />
              </Field>
            ))}
            <span className="flex md:pt-6.5">
              <IconButton
                icon={ArrowUp}
                label={t('choiceUp', { name: row[language] })}
                disabledReason={index === 0 ? t('isFirst') : undefined}
                onClick={() => change(raised(rows, index))}
              />
              <IconButton
                icon={Trash2}
                danger
                label={t('choiceRemove', { name: row[language] })}
                onClick={() => change(rows.filter((one) => one !== row))}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button
        icon={Plus}
        disabledReason={rows.length >= CHOICES_MAX ? t('tooManyChoices', { max: CHOICES_MAX }) : undefined}
        onClick={() => change([...rows, { key: nextKey(rows), id: '', 'zh-CN': '', 'en-US': '' }])}
      >
        {t('addChoice')}
      </Button>
    </FormDialog>
  )
}

const rowsOf = ({ value }: ConfigItem): Row[] =>
  Array.isArray(value) ? value.flatMap((one, key) => (typeof one === 'object' ? [{ key, ...one }] : [])) : []

const nextKey = (rows: readonly Row[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1

const raised = (rows: readonly Row[], index: number): readonly Row[] =>
  rows.toSpliced(index - 1, 2, ...rows.slice(index - 1, index + 1).reverse())

function faultsOf(row: Row, rows: readonly Row[]): Partial<Record<Part, string>> {
  const twice = rows.some((other) => other.key !== row.key && other.id === row.id)
  const id = !new RegExp(CHOICE_ID_PATTERN).test(row.id)
    ? t('choiceIdWrong')
    : twice
      ? t('choiceTwice')
      : undefined
  const nameFault = (name: string) =>
    name.trim() === ''
      ? t('choiceNameMissing')
      : name.length > CHOICE_NAME_MAX
        ? t('choiceNameLong', { max: CHOICE_NAME_MAX })
        : undefined
  const [zh, en] = [nameFault(row['zh-CN']), nameFault(row['en-US'])]
  return { ...(id && { id }), ...(zh && { 'zh-CN': zh }), ...(en && { 'en-US': en }) }
}
