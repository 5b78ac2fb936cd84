import { numberedName, splitName } from '@clouddisk/contract/names'
import { type ReactElement, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { RadioGroup, type RadioOption } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../question-strings.ts'
import {
  type ConflictChoice,
  choiceKey,
  conflictChoices,
  type MergePolicy,
  type NameConflict,
} from './name-conflicts.ts'
import { type ConflictChoices, type NameQuestion, nameConflictRequests } from './questions.ts'

/** Asks about name conflicts one after the other, with "the same for all others". */
export function NameQuestionDialog(): ReactElement | null {
  const open = nameConflictRequests.useOpen()
  return open ? <Question key={open.question.conflicts.map(choiceKey).join()} {...open} /> : null
}

function Question(props: {
  question: NameQuestion
  answer: (answer: ConflictChoices) => void
}): ReactElement | null {
  const { question, answer } = props
  const { conflicts, folder } = question
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictChoice>>(new Map())
  const left = conflicts.filter((one) => !choices.has(choiceKey(one)))
  const [now] = left
  const decide = (choice: ConflictChoice, forAll: boolean) => {
    const decided = forAll ? left.filter((one) => fits(choice, one)) : left.slice(0, 1)
    const next = new Map([...choices, ...decided.map((one) => [choiceKey(one), choice] as const)])
    if (next.size < conflicts.length) setChoices(next)
    else answer(next)
  }
  if (!now) return null
  return (
    <OneName
      key={choiceKey(now)}
      conflict={now}
      folder={folder}
      index={choices.size + 1}
      count={conflicts.length}
      others={left.slice(1)}
      onDecide={decide}
      onCancel={() => answer(undefined)}
    />
  )
}

const fits = (choice: ConflictChoice, conflict: NameConflict): boolean =>
  conflictChoices(conflict).includes(choice.what)

interface OneNameProps {
  conflict: NameConflict
  folder: string
  index: number
  count: number
  /** Number of conflicts after this one. */
  others: readonly NameConflict[]
  onDecide: (choice: ConflictChoice, forAll: boolean) => void
  onCancel: () => void
}

function OneName(props: OneNameProps): ReactElement {
  const { conflict, folder, index, count, others, onDecide, onCancel } = props
  const { kind, name } = conflict
  const whats = conflictChoices(conflict)
  const [what, setWhat] = useState<ConflictChoice['what']>(whats[0] ?? 'keepBoth')
  const [inside, setInside] = useState<MergePolicy>('keepBoth')
  const [forAll, setForAll] = useState(false)
  const choice: ConflictChoice = what === 'merge' ? { what, inside } : { what }
  const alike = others.filter((one) => fits(choice, one))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t('conflictTitle', { folder })}
      description={count > 1 ? t('conflictNumber', { index, count }) : undefined}
      footerStart={
        alike.length > 0 && (
          <Checkbox checked={forAll} onChange={setForAll} label={t('forAll', { count: alike.length })} />
        )
      }
      footer={
        <>
          <Button onClick={onCancel}>{t('cancelUpload')}</Button>
          <Button variant="primary" onClick={() => onDecide(choice, forAll)}>
            {t('proceed')}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-3 rounded-m bg-field px-3 py-2.5">
        <FileIcon folder={kind === 'folder'} ext={splitName(name).ext} />
        <FileName name={name} folder={kind === 'folder'} />
      </p>
      <RadioGroup
        className="mt-4 gap-3"
        label={t('conflictChoose', { name })}
        value={what}
        onChange={setWhat}
        options={whats.map((one) => optionFor(one, conflict))}
      />
      {what === 'merge' && (
        <Field label={t('inside')} className="mt-4">
          <Select
            value={inside}
            onChange={setInside}
            options={[
              { value: 'keepBoth', label: t('insideKeepBoth') },
              { value: 'newVersion', label: t('insideNewVersion') },
              { value: 'skip', label: t('insideSkip') },
            ]}
          />
        </Field>
      )}
    </Dialog>
  )
}

function optionFor(
  what: ConflictChoice['what'],
  { kind, name }: NameConflict,
): RadioOption<ConflictChoice['what']> {
  switch (what) {
    case 'keepBoth':
      return {
        value: what,
        label: t('keepBoth'),
        hint: t('keepBothHint', { name: numberedName(name, 1, kind === 'folder') }),
      }
    case 'newVersion':
      return { value: what, label: t('newVersion'), hint: t('newVersionHint') }
    case 'skip':
      return { value: what, label: t('skip'), hint: t(kind === 'folder' ? 'skipFolderHint' : 'skipHint') }
    case 'merge':
      return { value: what, label: t('merge'), hint: t('mergeHint') }
  }
}
