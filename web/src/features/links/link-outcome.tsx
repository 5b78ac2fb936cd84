import type { Instance } from '@clouddisk/contract/files'
import { type checkLinkDlp, LINK_OUTCOMES } from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import { ExternalLink, Share2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { levelName } from '../../ui/classification-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { t } from './outcome-strings.ts'

/** What stands in the way of a new link, and what can be done instead (A§2). */

export type Outcome = Reply<typeof checkLinkDlp>
type Concerned = Outcome['data'][number]

interface LinkOutcomeProps {
  outcome: Outcome
  items: readonly Instance[]
  busy: boolean
  /** Makes the link, which then waits for an administrator’s decision. */
  onCreate: () => void
  onClose: () => void
}

/** Whether the person is asked before the link is made; what is shared already is offered by the call itself. */
export const isObstacle = ({ ret }: Outcome): boolean =>
  ret === LINK_OUTCOMES.sensitive || ret === LINK_OUTCOMES.notPermitted

export function LinkOutcome(props: LinkOutcomeProps): ReactElement {
  const { outcome, items, busy, onCreate, onClose } = props
  const { ret, data, msg } = outcome
  const isSensitive = ret === LINK_OUTCOMES.sensitive
  const isBlocked = data.some(({ action }) => action === 'block')
  const shares = extensionFor('shares')
  const mayShare =
    items.every(({ groupId }) => groupId === null) &&
    !data.some(({ reason }) => reason === 'permission' || reason === 'root')
  const share = shares && mayShare && (() => shares.share(items))
  return (
    <Dialog
      open
      busy={busy}
      width={640}
      title={t(isSensitive ? 'sensitiveTitle' : 'notPermittedTitle')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t(isSensitive && !isBlocked ? 'cancel' : 'gotIt')}</Button>
          {isSensitive && !isBlocked && (
            <Button variant="primary" busy={busy} onClick={onCreate}>
              {t('createForReview')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-body">
          {isSensitive
            ? t(isBlocked ? 'blockText' : 'reviewText')
            : t(share ? 'notPermittedText' : 'notSharedText')}
        </p>
        <ul aria-label={t('concerned')} className="divide-y divide-line rounded-l border border-line">
          {[...Map.groupBy(data, ({ name }) => name)].map(([name, finds]) => (
            <File key={name} name={name} finds={finds} />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          {share && (
            <Button
              icon={Share2}
              onClick={() => {
                onClose()
                share()
              }}
            >
              {t('shareInternally')}
            </Button>
          )}
          {/^https?:\/\//.test(msg) && (
            <a
              href={msg}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1.5 text-secondary text-accent-text underline"
            >
              {t('approval')}
              <ExternalLink size={14} aria-hidden />
            </a>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const extOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1] ?? ''

function File({ name, finds }: { name: string; finds: readonly Concerned[] }): ReactElement {
  const [first] = finds
  const reasons = finds.flatMap(({ rule, level, reason, classification = 0 }) => {
    if (rule && level) return [t('ruleOfLevel', { rule, level: t(level) })]
    return reason ? [t(reason, { level: levelName(classification) })] : []
  })
  const action = finds.some((one) => one.action === 'block') ? 'block' : first?.action
  return (
    <li className="flex min-w-0 items-center gap-3 px-3.5 py-3">
      <FileIcon ext={extOf(name)} folder={first?.classifierId === 'Folder'} />
      <TwoLines
        className="flex-1"
        nameClass="text-body"
        name={<FileName name={name} folder={first?.classifierId === 'Folder'} />}
        note={<span className="whitespace-normal">{reasons.join(' · ')}</span>}
      />
      {action && <Chip tone={action === 'block' ? 'danger' : 'warn'}>{t(action)}</Chip>}
    </li>
  )
}
