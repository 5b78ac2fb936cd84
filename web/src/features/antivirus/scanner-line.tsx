import type { VirusScannerState } from '@clouddisk/contract/antivirus'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { scannersQuery } from './data.ts'
import { t } from './strings.ts'

/** What the scanners say of themselves, and what is not scanned yet. */
export function ScannerLine(): ReactElement {
  const { data } = useQuery(scannersQuery)
  const texts = data && (data.scanners.length === 0 ? [t('noScanner')] : textsOf(data))
  return <p className="tabular pb-2 text-secondary text-mut">{texts?.join(' · ')}</p>
}

function textsOf(data: {
  scanners: readonly VirusScannerState[]
  unscanned: 'hold' | 'serve'
  waiting: number
}): string[] {
  const { scanners, unscanned, waiting } = data
  const running = scanners.filter(({ roundSignature, roundEndTime }) => roundSignature && !roundEndTime)
  return [
    ...scanners.map(scannerText),
    t(unscanned === 'hold' ? 'held' : 'served'),
    ...(waiting > 0 ? [t('waitingCount', { count: waiting })] : []),
    ...(running.length > 0
      ? [t('roundRuns', { count: running.reduce((sum, { roundScanned }) => sum + roundScanned, 0) })]
      : []),
  ]
}

function scannerText({ address, signature, signatureTime }: VirusScannerState): string {
  if (signature === null) return t('scannerAway', { address })
  const [engine = '', number] = signature.split('/')
  if (number === undefined || signatureTime === null) return t('scannerPlain', { address, number: engine })
  return t('scannerNumbered', { address, number, day: signatureTime.slice(0, 10) })
}
