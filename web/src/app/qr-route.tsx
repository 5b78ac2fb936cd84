import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { sessionQuery } from '../features/accounts/session.ts'
import { QrPage } from '../features/qr-sign-in/qr-page.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { t } from './strings.ts'

const route = getRouteApi('/qr')

/** /qr?id=…: what a phone opens that has scanned the code of a sign-in page. */
export function QrRoute(): ReactElement {
  const { id } = route.useSearch()
  const user = useQuery(sessionQuery).data
  return user ? <QrPage qrId={id} user={user} /> : <Loading label={t('starting')} />
}
