import type { LinkFileCheck } from '@clouddisk/contract/links'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { t } from './check-strings.ts'

/** Files of a link in which the content check found something; finds are masked. */
export const CheckList = ({ list }: { list: readonly LinkFileCheck[] }): ReactElement => (
  <ul aria-label={t('found')} className="divide-y divide-line rounded-l border border-line">
    {list.map((file) => (
      <Found key={file.instanceId} file={file} />
    ))}
  </ul>
)

const extOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1] ?? ''

const Found = ({ file }: { file: LinkFileCheck }): ReactElement => (
  <li className="flex flex-col gap-2 px-3.5 py-3">
    <span className="flex min-w-0 items-center gap-3">
      <FileIcon ext={extOf(file.instanceName)} folder={false} />
      <TwoLines
        className="flex-1"
        nameClass="text-body"
        name={<FileName name={file.instanceName} />}
        note={file.folders.join(' / ')}
        noteTitle={file.folders.join(' / ')}
      />
      <Chip tone={file.verdict === 'block' ? 'danger' : file.verdict === 'approved' ? 'ok' : 'warn'}>
        {t(file.verdict)}
      </Chip>
    </span>
    <ul className="flex flex-col gap-1 text-secondary text-fg-2">
      {file.matches.map(({ ruleId, rule, count, samples, path }) => (
        <li key={ruleId} className="min-w-0 break-words">
          <span className="font-medium">{rule}</span> · {t('finds', { count })}
          {samples.length > 0 && (
            <span className="ml-2 font-mono text-caption text-mut">{samples.join('  ')}</span>
          )}
          {path && <span className="block text-caption text-mut">{t('inArchive', { path })}</span>}
        </li>
      ))}
      {file.unreadable.map((reason) => (
        <li key={reason}>{unreadableText(reason)}</li>
      ))}
    </ul>
  </li>
)

function unreadableText(reason: string): string {
  switch (reason) {
    case 'encrypted':
      return t('encrypted')
    case 'old_office':
      return t('oldOffice')
    case 'too_deep':
      return t('tooDeep')
    case 'unchecked':
      return t('unchecked')
    case 'too_large':
      return t('tooLarge')
    case 'too_much':
      return t('tooMuch')
    default:
      return t('damaged')
  }
}
