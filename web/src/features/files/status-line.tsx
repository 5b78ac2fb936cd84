import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { foldersAndFiles } from './counts.ts'
import { isFiltered } from './folder-query.ts'
import { t } from './strings.ts'
import type { FolderArea } from './use-folder-area.ts'

/** The status line: counts and age of the data, 40 px. */
export function StatusLine({ area }: { area: FolderArea }): ReactElement {
  const { head, folder, view } = area
  const { refreshing, updatedAt } = folder
  const now = useNow()
  const fresh = now - updatedAt < 60_000
  const ageText = refreshing
    ? t('refreshing')
    : fresh
      ? t('justNow')
      : t('updatedAt', { time: timeInSentence(new Date(updatedAt).toISOString()) })
  return (
    <div className="tabular flex h-10 shrink-0 items-center justify-between border-t border-line px-6 text-caption text-mut">
      {head ? (
        <span>
          {isFiltered(view)
            ? t('found', { count: head.total })
            : foldersAndFiles(head.folderCount, head.fileCount)}
        </span>
      ) : (
        folder.error === null && (
          <span className="late flex items-center gap-2">
            <Spinner size={14} />
            {t('loading')}
          </span>
        )
      )}
      {head && (
        <button
          type="button"
          onClick={() => void folder.refresh()}
          aria-label={`${t('refresh')} · ${ageText}`}
          className="-mr-1.5 flex items-center gap-1.5 rounded-s px-1.5 py-1 hover:bg-hover hover:text-fg"
        >
          <RotateCw size={13} aria-hidden className={clsx(refreshing && 'animate-spin')} />
          {ageText}
        </button>
      )}
    </div>
  )
}

/** The current time, updated every 30 s. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
