import { DLP_TRIAL_MAX, type DlpMatch, tryDlpRules } from '@clouddisk/contract/dlp'
import type { Input as CallInput } from '@clouddisk/contract/route'
import { FlaskConical } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { levelTone } from './rule-columns.tsx'
import { t } from './strings.ts'

/** Tries all rules that are on. */
export const TrialDialog = (dialog: DialogControl): ReactElement => (
  <Dialog
    {...dialog}
    width={640}
    title={t('trialTitle')}
    description={t('trialHint')}
    footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
  >
    <Trial rule={undefined} />
  </Dialog>
)

interface TrialProps {
  /** As it is being edited; undefined for all that are on. */
  rule: CallInput<typeof tryDlpRules>['rule']
}

/** A text and a file name, and what rules find in them. */
export function Trial({ rule }: TrialProps): ReactElement {
  const title = useId()
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState('')
  const [busy, setBusy] = useState(false)
  const [matches, setMatches] = useState<readonly DlpMatch[]>()
  const tooLong = text.length > DLP_TRIAL_MAX
  const run = async () => {
    if (tooLong) return
    setBusy(true)
    await withErrorMessage(t('trialFailed'), async () => {
      const found = await call(tryDlpRules, { text, ...(fileName && { fileName }), ...(rule && { rule }) })
      setMatches(found)
      announce(found.length === 0 ? t('noMatches') : found.map(matchText).join('; '))
    })
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('trialText')} error={tooLong ? t('trialTooLong', { max: DLP_TRIAL_MAX }) : undefined}>
        <Textarea
          rows={5}
          value={text}
          placeholder={t('trialTextPlaceholder')}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex items-end gap-3 max-sm:flex-col max-sm:items-stretch">
        <Field label={t('trialName')} className="flex-1">
          <Input
            value={fileName}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => setFileName(event.target.value)}
          />
        </Field>
        <Button icon={FlaskConical} busy={busy} onClick={() => void run()}>
          {t('trialRun')}
        </Button>
      </div>
      {matches && (
        <section ref={intoView} aria-labelledby={title}>
          <h3 id={title} className="mb-2 text-secondary font-semibold">
            {t('matches')}
          </h3>
          {matches.length === 0 ? (
            <p className="text-secondary text-mut">{t('noMatches')}</p>
          ) : (
            <ul className="divide-y divide-line rounded-m border border-line">
              {matches.map((match) => (
                <Match key={match.ruleId} match={match} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  )
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const matchText = ({ rule, count }: DlpMatch) => `${rule} ${t('matchCount', { count })}`

const Match = ({ match }: { match: DlpMatch }): ReactElement => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
    <span className="min-w-0 truncate text-body">{match.rule}</span>
    <Chip tone={levelTone(match.level)}>{t(match.level)}</Chip>
    <Chip tone={match.action === 'block' ? 'danger' : 'neutral'}>{t(match.action)}</Chip>
    <span className="tabular ml-auto text-secondary text-mut">{t('matchCount', { count: match.count })}</span>
    <span className="w-full truncate font-mono text-caption text-mut">{match.samples.join('  ')}</span>
  </li>
)
