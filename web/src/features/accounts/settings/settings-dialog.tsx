import { Tabs } from '@base-ui/react/tabs'
import type { User } from '@clouddisk/contract/accounts'
import {
  ArrowDownUp,
  Bell,
  Folder,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { type SettingsSection, useExtension } from '../../../lib/extension-points.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { FilesSection } from './files-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { OutsideLinks } from './outside-links.tsx'
import { openSettings, type ShownSettings, shownSettings } from './settings-state.ts'
import { t } from './strings.ts'
import { TransfersSection } from './transfers-section.tsx'

const SECTIONS: readonly (readonly [SettingsSection, LucideIcon])[] = [
  ['general', SlidersHorizontal],
  ['files', Folder],
  ['transfers', ArrowDownUp],
  ['notifications', Bell],
  ['account', UserRound],
  ['security', ShieldCheck],
]

interface SettingsDialogProps extends ShownSettings {
  user: User
}

/** A person's settings (R42, R45); each is in force at once. */
export function SettingsDialog({ user, section = 'general', open }: SettingsDialogProps): ReactElement {
  const phone = usePhone()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => shownSettings.set({ section, open: next })}
      onClosed={() => shownSettings.set({ section: undefined, open: false })}
      title={t('title')}
      width={860}
      flush
    >
      <Tabs.Root
        value={section}
        onValueChange={(next) => openSettings(next as SettingsSection)}
        orientation={phone ? 'horizontal' : 'vertical'}
        className="flex h-full flex-col md:grid md:h-[min(560px,76vh)] md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)_auto] md:border-t md:border-line"
      >
        <Tabs.List
          aria-label={t('sections')}
          activateOnFocus
          className="flex shrink-0 gap-0.5 max-md:overflow-x-auto max-md:border-b max-md:border-line max-md:px-4 max-md:pb-2 md:flex-col md:p-3"
        >
          {SECTIONS.map(([name, Icon]) => (
            <Tabs.Tab
              key={name}
              value={name}
              data-autofocus={name === section ? '' : undefined}
              className="flex h-9 shrink-0 items-center gap-2.5 rounded-m px-3 text-left text-body text-fg-2 outline-offset-[-2px] transition-colors select-none hover:bg-hover hover:text-fg data-active:bg-accent-soft data-active:font-semibold data-active:text-accent-text max-md:h-11 max-md:px-2 max-md:text-secondary"
            >
              <Icon size={17} className="max-md:hidden" aria-hidden />
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel
          value={section}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto px-6 py-2 outline-offset-[-2px] md:col-start-2 md:row-span-2 md:row-start-1 md:border-l md:border-line"
        >
          <Suspense fallback={<Loading />}>
            <Section name={section} user={user} />
          </Suspense>
        </Tabs.Panel>
        <OutsideLinks className="shrink-0 max-md:justify-center max-md:border-t max-md:border-line md:col-start-1 md:flex-col md:px-6 md:pb-5" />
      </Tabs.Root>
    </Dialog>
  )
}

function Section({ name, user }: { name: SettingsSection; user: User }): ReactElement | null {
  const notifications = useExtension('notifications')
  const security = useExtension('security')
  switch (name) {
    case 'general':
      return <GeneralSection user={user} />
    case 'files':
      return <FilesSection />
    case 'transfers':
      return <TransfersSection />
    case 'account':
      return <AccountSection user={user} />
    case 'security':
      return security ? <security.Settings /> : null
    case 'notifications':
      return notifications ? <notifications.Settings /> : null
  }
}
