import { type InstanceSettings, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { type ConfiguredLink, LINKS_MAX } from '@clouddisk/contract/configured-links'
import { ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { ConfiguredLinkDialog } from './configured-link-dialog.tsx'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'

/** Links of the company in the page's menus (G25). */
export function ConfiguredLinks({ saved: { links } }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const [busy, setBusy] = useState(false)
  const { shown, key, show, control } = useDialogState<{ readonly index: number }>()
  const send = async (next: readonly ConfiguredLink[]) => {
    const settings = await call(saveInstanceSettings, { links: [...next] })
    queryClient.setQueryData(settingsQuery.queryKey, settings)
    toast.ok(t('saved'))
  }
  const change = async (next: readonly ConfiguredLink[]) => {
    setBusy(true)
    await withErrorMessage(t('notSaved'), () => send(next))
    setBusy(false)
  }
  const remove = async (link: ConfiguredLink) => {
    const sure = await confirm({
      title: t('removeQuestion', { name: nameOf(link) }),
      text: t('removeText'),
      confirmText: t('remove'),
      danger: true,
      confirmIcon: Trash2,
    })
    if (sure) await change(links.filter((one) => one !== link))
  }
  return (
    <section aria-labelledby={title} className="max-w-160 rounded-l border border-line bg-bg p-5">
      <h2 id={title} className="text-section font-semibold">
        {t('menuLinks')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('menuLinksText')}</p>
      {links.length === 0 && <p className="text-secondary text-mut">{t('noMenuLinks')}</p>}
      <ul className="divide-y divide-line">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links may be alike
          <li key={index} className="flex min-h-14 items-center gap-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="text-body wrap-anywhere md:truncate">
                {nameOf(link)}
                <span className="text-mut"> · {t(`${link.menu}Menu`)}</span>
              </p>
              <p className="truncate text-caption text-mut">{link.url}</p>
            </div>
            <IconButton
              icon={ArrowUp}
              label={t('upNamed', { name: nameOf(link) })}
              disabledReason={index === 0 ? t('isFirst') : undefined}
              busy={busy}
              onClick={() => void change(raised(links, index))}
            />
            <IconButton
              icon={Pencil}
              label={t('editNamed', { name: nameOf(link) })}
              onClick={() => show({ index })}
            />
            <IconButton
              icon={Trash2}
              danger
              label={t('removeNamed', { name: nameOf(link) })}
              busy={busy}
              onClick={() => void remove(link)}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={Plus}
        className="mt-4"
        disabledReason={links.length >= LINKS_MAX ? t('tooManyLinks', { max: LINKS_MAX }) : undefined}
        onClick={() => show({ index: links.length })}
      >
        {t('addLink')}
      </Button>
      {shown && (
        <ConfiguredLinkDialog
          key={key}
          control={control}
          link={links[shown.index]}
          isFirst={links.length === 0}
          save={(link) => send(links.toSpliced(shown.index, 1, link))}
        />
      )}
    </section>
  )
}

const nameOf = ({ zh, en }: ConfiguredLink): string => (language === 'zh-CN' ? zh : en)

/** The list with this entry one place further up. */
const raised = <T,>(list: readonly T[], index: number): readonly T[] =>
  list.toSpliced(index - 1, 2, ...list.slice(index - 1, index + 1).reverse())
