import type { ShareRole } from '@clouddisk/contract/roles'
import type { RoleChoice } from '../../lib/people.ts'
import { t } from './strings.ts'

/** What an internal share gives, strongest first (B§6). */
export const SHARE_CHOICES: readonly RoleChoice<ShareRole>[] = [
  { value: 'manager', label: t('manager'), text: t('managerText') },
  { value: 'editor', label: t('editor'), text: t('editorText') },
  { value: 'downloader', label: t('downloader'), text: t('downloaderText') },
  { value: 'viewer', label: t('viewer'), text: t('viewerText') },
]

export const shareRoleLabel = (role: string): string =>
  SHARE_CHOICES.find(({ value }) => value === role)?.label ?? t('owner')
