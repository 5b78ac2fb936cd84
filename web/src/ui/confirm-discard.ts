import { confirm } from './confirm.tsx'
import { t } from './form-strings.ts'

/** Asks whether to discard unsaved input. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    type: 'warning',
    title: t('discardTitle'),
    text: t('discardText'),
    confirmText: t('discard'),
    cancelText: t('keepEditing'),
    danger: true,
  })
