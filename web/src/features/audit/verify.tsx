import { type LogFault, verifyLogs } from '@clouddisk/contract/audit'
import { call } from '../../lib/api.ts'
import { ask } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { t } from './strings.ts'

const MESSAGES: Record<LogFault['kind'], (fault: LogFault) => string> = {
  changed: ({ seq }) => t('faultChanged', { seq }),
  missing: ({ seq }) => t('faultMissing', { seq }),
  cutOff: ({ seq }) => t('faultCutOff', { seq }),
  added: ({ seq }) => t('faultAdded', { seq }),
  head: () => t('faultHead'),
}

/** Goes through the whole log, as many calls as that takes, and says what it found. */
export async function verifyWholeLog(): Promise<void> {
  try {
    const faults: LogFault[] = []
    let checked = 0
    let unchecked = 0
    for (let afterSeq = 0, done = false; !done; ) {
      const part = await call(verifyLogs, { afterSeq })
      faults.push(...part.faults)
      checked += part.checked
      unchecked += part.unchecked ?? 0
      afterSeq = part.lastSeq
      done = part.done
    }
    const details = unchecked > 0 && <p>{t('unchecked', { count: unchecked })}</p>
    await ask(
      faults.length === 0
        ? {
            type: 'success',
            title: t('verifiedTitle'),
            text: t('verifiedText', { count: checked }),
            details,
            confirmText: t('gotIt'),
            cancelText: null,
          }
        : {
            type: 'error',
            title: t('brokenTitle'),
            text: t('brokenText'),
            details,
            list: faults.map((fault) => ({ label: MESSAGES[fault.kind](fault) })),
            confirmText: t('gotIt'),
            cancelText: null,
          },
    )
  } catch (error) {
    showError(t('notVerified'), error)
  }
}
