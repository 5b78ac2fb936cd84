import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { UserMenu } from '../../features/accounts/user-menu.tsx'
import { capacityQuery, freeBytes } from '../../lib/capacity.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { CapacityMeter } from '../../ui/capacity-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { BellSlot } from '../notifications.tsx'
import { NoticesDialog } from '../policies.tsx'
import { SearchButton } from '../shell/search-button.tsx'
import type { ClientFootProps } from './client-parts.ts'
import { t } from './strings.ts'

const SettingsPopup = lazyPart(() => import('./settings-popup.tsx'), 'SettingsPopup')

const UpdateNotice = lazyPart(() => import('./update-notice.tsx'), 'UpdateNotice')

const DesktopSettingsDialog = lazyPart(() => import('./desktop-settings-dialog.tsx'), 'DesktopSettingsDialog')

/** Below the menu: free capacity and the settings (A§1, R5), and what the header has in a browser. */
export function ClientFoot({ user, rail, administration = false }: ClientFootProps): ReactElement {
  return (
    <section aria-label={t('foot')} className="client-foot shrink-0 border-t border-side-line">
      <Suspense>
        <UpdateNotice rail={rail} />
      </Suspense>
      <FreeSpace rail={rail} />
      <div
        className={
          rail
            ? 'flex flex-col items-center gap-1 py-3'
            : 'flex items-center justify-between gap-1 px-4 pt-1 pb-3'
        }
      >
        <UserMenu user={user} compact />
        {!administration && <SearchButton />}
        <BellSlot />
        <SettingsMenu withTour={!administration} />
      </div>
    </section>
  )
}

function FreeSpace({ rail }: { rail: boolean }): ReactElement | null {
  const { data } = useQuery(capacityQuery)
  if (!data) return null
  const free = freeBytes(data)
  const groupsFree =
    data.isGroupLimit === '0' ? undefined : Math.max(0, data.totalGroup - data.usedGroupCapacity)
  if (rail) return <FreeSpaceOfRail free={sizeText(free)} groupsFree={sizeText(groupsFree)} />
  return (
    <div className="flex flex-col gap-2.5 px-6 pt-4 pb-2">
      <Link to="/personalFile/usage" className="block rounded-s outline-side-focus">
        <FreeLine label={t('freeSpace')} free={free} used={data.usedSize} total={data.totalSize} />
      </Link>
      <FreeLine
        label={t('freeGroupSpace')}
        free={groupsFree}
        used={data.usedGroupCapacity}
        total={data.totalGroup}
      />
    </div>
  )
}

const sizeText = (free: number | undefined): string =>
  free === undefined ? t('unlimited') : formatSize(free)

/** The personal space; both in its tooltip. */
function FreeSpaceOfRail({ free, groupsFree }: { free: string; groupsFree: string }): ReactElement {
  const [own, groups] = [`${t('freeSpace')} ${free}`, `${t('freeGroupSpace')} ${groupsFree}`]
  const both = (
    <>
      {own}
      <br />
      {groups}
    </>
  )
  return (
    <Tooltip label={both} side="right">
      <Link
        to="/personalFile/usage"
        aria-label={`${own}, ${groups}`}
        className="tabular block rounded-s px-1 pt-3 text-center text-micro text-side-fg outline-side-focus"
      >
        {free}
      </Link>
    </Tooltip>
  )
}

interface FreeLineProps {
  label: string
  /** Undefined: without a limit. */
  free: number | undefined
  used: number
  total: number
}

const FreeLine = ({ label, free, used, total }: FreeLineProps): ReactElement => (
  <div>
    <p className="tabular flex justify-between gap-2 text-micro text-side-mut">
      <span>{label}</span>
      <span className="text-side-fg">{sizeText(free)}</span>
    </p>
    {free !== undefined && <CapacityMeter side label={label} used={used} total={total} className="mt-1" />}
  </div>
)

function SettingsMenu({ withTour }: { withTour: boolean }): ReactElement {
  const { shown, key, show, control } = useDialogState<'notices' | 'desktop'>()
  return (
    <>
      <Menu trigger={<IconButton icon={Settings2} label={t('settings')} tooltipSide="top" />}>
        {(popup) => (
          <SettingsPopup
            {...popup}
            withTour={withTour}
            onNotices={() => show('notices')}
            onDesktopSettings={() => show('desktop')}
          />
        )}
      </Menu>
      <Suspense>
        {shown === 'notices' && <NoticesDialog key={key} {...control} />}
        {shown === 'desktop' && <DesktopSettingsDialog key={key} {...control} />}
      </Suspense>
    </>
  )
}
