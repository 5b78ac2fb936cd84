import type { NewNames, RefusedName } from '@clouddisk/client/uploads/refused-names'
import { type ReactElement, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { t } from '../question-strings.ts'
import { type NameDraft, nameDraftErrors } from './name-drafts.ts'
import { type RefusedNamesQuestion, refusedNamesRequests } from './questions.ts'
import { RefusedNameRow } from './refused-name-row.tsx'

/** Lists refused names, each with an editable replacement. */
export function RefusedNamesDialog(): ReactElement | null {
  const open = refusedNamesRequests.useOpen()
  return open ? <Question key={open.id} {...open.question} onAnswer={open.answer} /> : null
}

/** Maximum number of editable names; the others use the suggestions. */
const ROWS = 100

interface QuestionProps extends RefusedNamesQuestion {
  onAnswer: (names: NewNames | undefined) => void
}

function Question({ names, limits, onAnswer }: QuestionProps): ReactElement {
  const [drafts, setDrafts] = useState<readonly NameDraft[]>(() => names.map(suggested))
  const list = useRef<HTMLUListElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const used = drafts.filter(({ use }) => use).length
  const faults = nameDraftErrors(drafts, limits)
  const edit = (index: number, change: Partial<NameDraft>) =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...change } : draft)))
  const upload = () => {
    if (faults.size === 0)
      return onAnswer(new Map(drafts.map(({ refused, name, use }) => [refused.key, use ? name : null])))
    list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const hasFolders = names.some(({ kind }) => kind === 'folder')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(undefined)}
      width={640}
      title={t('refusedNamesTitle', { count: names.length })}
      description={t(hasFolders ? 'refusedNamesFoldersText' : 'refusedNamesText')}
      initialFocus={action}
      flush
      footerStart={
        <Button variant="bare" className="-ml-3" onClick={() => onAnswer(undefined)}>
          {t('cancelUpload')}
        </Button>
      }
      footer={
        <>
          <Button onClick={() => onAnswer(new Map(names.map(({ key }) => [key, null])))}>
            {t('refusedNamesSkip', { count: names.length })}
          </Button>
          <Button ref={action} variant="primary" onClick={upload}>
            {t('refusedNamesRename')}
          </Button>
        </>
      }
    >
      {names.length > 1 && (
        <div className="border-b border-line px-6 py-2.5">
          <Checkbox
            checked={used === drafts.length}
            indeterminate={used > 0 && used < drafts.length}
            onChange={(use) => setDrafts(drafts.map((draft) => ({ ...draft, use })))}
            label={t('refusedNamesAll', { count: names.length })}
          />
        </div>
      )}
      <ul ref={list} className="divide-y divide-line">
        {drafts.slice(0, ROWS).map((draft, index) => (
          <RefusedNameRow
            key={draft.refused.key}
            draft={draft}
            fault={faults.get(draft.refused.key)}
            onChange={(change) => edit(index, change)}
          />
        ))}
      </ul>
      {drafts.length > ROWS && (
        <p className="border-t border-line px-6 py-2.5 text-secondary text-mut">
          {t('refusedNamesMore', { count: drafts.length - ROWS })}
        </p>
      )}
    </Dialog>
  )
}

const suggested = (refused: RefusedName): NameDraft => ({ refused, name: refused.suggestion, use: true })
