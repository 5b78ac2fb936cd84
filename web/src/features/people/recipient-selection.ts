import { limits } from '../../lib/limits.ts'
import type { ChosenRecipient, PickerProps, Recipient } from '../../lib/people.ts'
import { isInDepartment } from '../../lib/recipient-count.ts'
import { announce } from '../../ui/announcer.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** Choosing and taking out again, as the lists of the picker do it. */
export interface RecipientSelection {
  readonly chosen: readonly ChosenRecipient[]
  /** `mixed`: somebody of this department is chosen. */
  of(one: Recipient): boolean | 'mixed' | 'blocked'
  /** Why it cannot be chosen. */
  disabledReason(one: Recipient): string | undefined
  /** These are shown now. */
  listed(list: readonly Recipient[]): void
  toggle(one: Recipient): void
  setRole(id: string, role: string): void
  setAll(role: string): void
}

export function recipientSelection({
  chosen,
  onChange,
  firstRole,
  without = {},
  onListed,
}: PickerProps): RecipientSelection {
  const isChosen = (one: Recipient) => chosen.some(({ principalId }) => principalId === one.principalId)
  const against = (one: Recipient) => without[one.principalId]
  const add = (one: Recipient) => {
    const max = limits().recipientsMax
    if (chosen.length >= max) return void toast.error(t('tooMany', { max }))
    onChange([...chosen, { ...one, role: firstRole }])
    announce(t('addedNow', { name: one.name, count: chosen.length + 1 }))
  }
  const take = (one: Recipient) => {
    onChange(chosen.filter(({ principalId }) => principalId !== one.principalId))
    announce(t('removedNow', { name: one.name, count: chosen.length - 1 }))
  }
  return {
    chosen,
    disabledReason: against,
    listed: (list) => onListed?.(list),
    of: (one) =>
      against(one) !== undefined
        ? 'blocked'
        : isChosen(one) || (chosen.some((other) => isInDepartment(other, one)) ? 'mixed' : false),
    toggle: (one) => {
      if (against(one) === undefined) (isChosen(one) ? take : add)(one)
    },
    setRole: (id, next) =>
      onChange(chosen.map((one) => (one.principalId === id ? { ...one, role: next } : one))),
    setAll: (next) => onChange(chosen.map((one) => ({ ...one, role: next }))),
  }
}
