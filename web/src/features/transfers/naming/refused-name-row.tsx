import { nameReasonText } from '@clouddisk/contract/name-reasons'
import { splitName } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { language } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { Input } from '../../../ui/input.tsx'
import { t } from '../question-strings.ts'
import type { NameDraft, NameDraftError } from './name-drafts.ts'

interface RefusedNameRowProps {
  draft: NameDraft
  fault: NameDraftError | undefined
  onChange: (change: Partial<NameDraft>) => void
}

/** A refused name with its reason, and the name to use instead. */
export function RefusedNameRow({ draft, fault, onChange }: RefusedNameRowProps): ReactElement {
  const { refused, name, use } = draft
  const isFolder = refused.kind === 'folder'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-6 py-2.5 max-md:grid-cols-[auto_minmax(0,1fr)]">
      <Checkbox
        checked={use}
        onChange={(next) => onChange({ use: next })}
        ariaLabel={t('refusedNamesUse', { name: refused.name })}
        className="h-9"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <FileIcon folder={isFolder} ext={splitName(refused.name).ext} />
          <FileName name={refused.name} folder={isFolder} />
        </p>
        <p className="text-caption text-mut">{nameReasonText(refused.fault, language)}</p>
        {refused.path.length > 0 && (
          <p className="truncate text-caption text-mut" title={refused.path.join(' / ')}>
            {refused.path.join(' / ')}
          </p>
        )}
      </div>
      <Field
        label={t('refusedNamesNew', { name: refused.name })}
        hideLabel
        error={fault && faultText(fault)}
        className="max-md:col-start-2"
      >
        <Input
          value={name}
          disabled={!use}
          spellCheck={false}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
    </li>
  )
}

const faultText = (fault: NameDraftError): string =>
  fault === 'taken' ? t('refusedNamesTaken') : nameReasonText(fault, language)
