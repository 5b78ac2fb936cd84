import type { MailTime, NoticeKind, NoticeSetting, NoticeSettings } from '@clouddisk/contract/notifications'
import { type ReactElement, useId } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useNoticeSettings, useSaveSetting } from './notices.ts'
import { t } from './strings.ts'

const AREAS = [
  ['sharing', 'share.'],
  ['comments', 'comment.'],
  ['links', 'link.'],
  ['outbound', 'outbound.'],
  ['groups', 'group.'],
  ['handovers', 'handover.'],
  ['spaces', 'quota.'],
  ['ends', 'expiry.'],
  ['files', 'files.'],
  ['feedback', 'feedback.'],
  ['tokens', 'token.'],
  ['secondFactors', 'secondFactor.'],
] as const

/** Per kind of notification, whether the bell shows it and when it is mailed. */
export function SettingsSection(): ReactElement {
  const settings = useNoticeSettings()
  const save = useSaveSetting()
  return (
    <>
      <p className="mb-2 text-secondary text-fg-2">{t('settingsText')}</p>
      {settings.isPending && <Loading />}
      {settings.isError && !settings.data && (
        <ErrorState text={errorMessage(settings.error)} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && (
        <>
          <p className="mb-3 rounded-m bg-field px-3 py-2 text-secondary text-fg-2">
            {mailText(settings.data)}
          </p>
          {AREAS.map(([area, start]) => (
            <Area
              key={area}
              title={t(area)}
              settings={settings.data.list.filter(({ kind }) => kind.startsWith(start))}
              mails={settings.data.mail && settings.data.email !== null}
              onChange={save.mutate}
            />
          ))}
        </>
      )}
    </>
  )
}

function mailText({ mail, email }: NoticeSettings): string {
  if (!mail) return t('noMail')
  return email === null ? t('noAddress') : t('mailTo', { email })
}

interface AreaProps {
  title: string
  settings: readonly NoticeSetting[]
  mails: boolean
  onChange: (setting: NoticeSetting) => void
}

function Area({ title, settings, mails, onChange }: AreaProps): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-4 first:mt-0">
      <h3 id={id} className="text-secondary font-semibold text-fg-2">
        {title}
      </h3>
      <ul className="divide-y divide-line">
        {settings.map((setting) => (
          <li key={setting.kind} className="flex min-h-12 items-center gap-4 py-1.5 max-md:flex-wrap">
            <Switch
              className="min-w-0 flex-1 py-1"
              label={t(setting.kind as NoticeKind)}
              checked={setting.app}
              onChange={(app) => onChange({ ...setting, app })}
            />
            {mails && (
              <Select<MailTime>
                size="small"
                className="max-w-36 shrink-0 max-md:h-11 md:w-36"
                ariaLabel={t('mailOf', { kind: t(setting.kind as NoticeKind) })}
                value={setting.mail}
                onChange={(mail) => onChange({ ...setting, mail })}
                options={[
                  { value: 'off', label: t('off') },
                  { value: 'now', label: t('now') },
                  { value: 'daily', label: t('daily') },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
