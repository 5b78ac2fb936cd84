import type { ReactElement } from 'react'
import { t } from './strings.ts'

/** The link by which the desktop client is downloaded; none where the server has no client. */
export const clientLink = (url: string | null): ReactElement | undefined =>
  url === null ? undefined : (
    <p className="mt-2 text-secondary">
      <a href={url} download className="finger text-accent-text hover:underline">
        {t('getClient')}
      </a>
    </p>
  )
