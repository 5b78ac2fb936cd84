import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { formatSize } from '@clouddisk/contract/format'
import { GROUP_SPACE_MAX } from '@clouddisk/contract/groups'
import { lengthOf } from '@clouddisk/contract/names'
import { errorMessage } from '../../../lib/api.ts'
import { isBadFieldError } from '../../../lib/bad-field.ts'
import { limits } from '../../../lib/limits.ts'
import { gbOf } from '../quota.ts'
import type { RemainingQuota } from './data.ts'
import { t } from './strings.ts'

/** What forms of a group hold and what is wrong with it. Pure. */

export interface GroupValues {
  readonly name: string
  readonly description: string
  /** Whole GB. */
  readonly capacity: string
}

export const groupFormValues = (group: AdminGroup): GroupValues => ({
  name: group.groupName,
  description: group.description,
  capacity: String(gbOf(group.totalCapacity)),
})

export function groupNameError(text: string): string | undefined {
  const max = limits().groupNameMax
  const name = text.trim()
  if (name === '') return t('nameMissing')
  return lengthOf(name) > max ? t('nameTooLong', { max }) : undefined
}

export function descriptionError(text: string): string | undefined {
  const max = limits().groupDescriptionMax
  return lengthOf(text.trim()) > max ? t('descriptionTooLong', { max }) : undefined
}

/** @param group whose space is changed: what it has counts to what it may have. */
export function capacityError(
  text: string,
  remaining: RemainingQuota | undefined,
  group?: Pick<AdminGroup, 'usedCapacity' | 'totalCapacity'>,
): string | undefined {
  const gb = Number(text.trim())
  if (!/^[1-9]\d*$/.test(text.trim()) || gb > GROUP_SPACE_MAX) return t('capacityRule')
  const bytes = gb * limits().groupUnit
  const now = group?.totalCapacity ?? 0
  if (group && bytes < group.usedCapacity) return t('capacityBelow', { used: formatSize(group.usedCapacity) })
  if (remaining?.left == null || bytes - now <= remaining.left) return undefined
  const max = Math.floor((remaining.left + now) / limits().groupUnit)
  return max === 0 ? t('capacityFull') : t('capacityOver', { max })
}

/** What an allowance holds, below the field of a group's space. */
export function remainingQuotaText(remaining: RemainingQuota | undefined): string | undefined {
  if (!remaining) return undefined
  const { name, ofDepartment, left } = remaining
  if (left === null) return t(ofDepartment ? 'fromDepartmentUnlimited' : 'fromPersonUnlimited', { name })
  return t(ofDepartment ? 'fromDepartment' : 'fromPerson', { name, left: formatSize(left) })
}

const FIELDS: Readonly<Record<string, string>> = {
  groupName: 'name',
  description: 'description',
  capacity: 'capacity',
  departmentId: 'departmentId',
  ownerId: 'ownerId',
}
const OF_REFUSALS: Readonly<Record<string, string>> = {
  name_taken: 'name',
  group_allowance_full: 'capacity',
  below_used: 'capacity',
  account_frozen: 'ownerId',
  account_expired: 'ownerId',
}

/** What the server says of a field, beside it; undefined where it is about none of the form's. */
export function refusedFields(error: unknown): { readonly [field: string]: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { field } = error.details
  const name = (typeof field === 'string' ? FIELDS[field] : undefined) ?? OF_REFUSALS[error.name]
  if (name === undefined) return undefined
  return { [name]: isBadFieldError(error, 'ownerId') ? t('ownerBarred') : errorMessage(error) }
}
