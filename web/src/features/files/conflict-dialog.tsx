import { numberedName } from '@clouddisk/contract/names'
import { type ReactElement, useState } from 'react'
import { texts } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { isFolder } from './columns.tsx'
import type { ConflictAnswer, ConflictQuestion, MoveConflictPolicy } from './conflicts.ts'
import { t } from './strings.ts'

const conflict = texts('files-conflict', {
  conflictTitle: ['“{{folder}}”里已有同名项', '{{folder}} already has an item with this name'],
  conflictChoose: ['怎么处理“{{name}}”', 'What to do with {{name}}'],
  keepBoth: ['保留两份', 'Keep both'],
  keepBothHint: ['存为“{{name}}”', 'Saved as {{name}}'],
  newVersion: ['存为新版本', 'Save as a new version'],
  newVersionHint: ['原内容保留在历史版本里', 'The current content stays in the version history'],
  skip: ['跳过', 'Skip'],
  skipHint: ['不处理这一项', 'Leave this one as it is'],
  forAll: [
    '对其余 {{count}} 个执行相同操作',
    { one: 'Do this for the other one', other: 'Do this for the other {{count}}' },
  ],
  proceed: ['继续', 'Continue'],
})

interface ConflictDialogProps {
  question: ConflictQuestion
  onAnswer: (answer: ConflictAnswer | undefined) => void
}

/** Asks how to resolve a name conflict; default: keep both. Closing skips this item and the rest. */
export function ConflictDialog({ question, onAnswer }: ConflictDialogProps): ReactElement {
  const { item, targetName, versionable, remaining } = question
  const [policy, setPolicy] = useState<MoveConflictPolicy>('keepBoth')
  const [forAll, setForAll] = useState(false)
  const numbered = numberedName(item.instanceName, 1, isFolder(item))
  const choices: { value: MoveConflictPolicy; label: string; hint: string }[] = [
    { value: 'keepBoth', label: conflict('keepBoth'), hint: conflict('keepBothHint', { name: numbered }) },
    ...(versionable
      ? [{ value: 'newVersion' as const, label: conflict('newVersion'), hint: conflict('newVersionHint') }]
      : []),
    { value: 'skip', label: conflict('skip'), hint: conflict('skipHint') },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={conflict('conflictTitle', { folder: targetName })}
      footerStart={
        remaining > 0 && (
          <Checkbox checked={forAll} onChange={setForAll} label={conflict('forAll', { count: remaining })} />
        )
      }
      footer={
        <>
          <Button onClick={() => onAnswer(undefined)}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => onAnswer({ policy, forAll })}>
            {conflict('proceed')}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-3 rounded-m bg-field px-3 py-2.5">
        <FileIcon ext={item.fileType} folder={isFolder(item)} />
        <FileName name={item.instanceName} folder={isFolder(item)} />
      </p>
      <RadioGroup
        className="mt-4 gap-3"
        label={conflict('conflictChoose', { name: item.instanceName })}
        value={policy}
        onChange={setPolicy}
        options={choices}
      />
    </Dialog>
  )
}
