import { getToolName } from '@clouddisk/contract/local-helper'
import { HOUR } from '@clouddisk/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { desktopHost, openOutside } from '../../lib/host.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { isNewer } from './is-newer.ts'
import { t } from './update-strings.ts'

/** Of the versions that the person has put aside. */
const DISMISSED = 'clouddisk.update-dismissed'

const latestClient = {
  queryKey: ['latest-client'],
  queryFn: () => call(getToolName, {}),
  staleTime: HOUR,
  refetchInterval: 6 * HOUR,
}

/** The server offers a newer client for this system: once a version, until it is put aside. */
export function UpdateNotice({ rail }: { rail: boolean }): ReactElement | null {
  const { data } = useQuery(latestClient)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED))
  if (!data?.url || !data.version || data.version === dismissed) return null
  const { version, url } = data
  if (!isNewer(version, desktopHost().version)) return null
  const download = () => openOutside(new URL(url, location.href).href)
  if (rail)
    return (
      <div className="flex justify-center pt-3">
        <IconButton
          icon={Download}
          label={t('download', { version })}
          tooltipSide="right"
          onClick={download}
        />
      </div>
    )
  const dismiss = () => {
    localStorage.setItem(DISMISSED, version)
    setDismissed(version)
  }
  return (
    <aside aria-label={t('update')} className="px-6 pt-3">
      <div className="flex items-center justify-between gap-2">
        <p className="text-secondary font-semibold text-side-on-fg">{t('available', { version })}</p>
        <IconButton icon={X} label={t('dismiss')} tooltipSide="top" onClick={dismiss} />
      </div>
      <p className="text-micro text-side-mut">{t('installed', { version: desktopHost().version })}</p>
      <button
        type="button"
        onClick={download}
        className="mt-2 flex h-8 w-full items-center justify-center gap-2 rounded-m border border-side-line text-secondary text-side-on-fg outline-side-focus hover:bg-side-hover pointer-coarse:h-11"
      >
        <Download size={16} aria-hidden />
        {t('get')}
      </button>
    </aside>
  )
}
