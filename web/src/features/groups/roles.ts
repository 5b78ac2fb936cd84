import { type GroupRole, MEMBER_ROLES, type MemberRole } from '@clouddisk/contract/roles'
import { Crown, Download, Eye, Link2, type LucideIcon, PencilLine, ShieldCheck } from 'lucide-react'
import type { RoleChoice } from '../../lib/people.ts'
import { t } from './strings.ts'

/** What a group's roles are called and give (B§6). */

export const groupRoleName = (role: GroupRole): string => t(role)

const ICONS: Record<GroupRole, LucideIcon> = {
  owner: Crown,
  manager: ShieldCheck,
  linker: Link2,
  editor: PencilLine,
  downloader: Download,
  viewer: Eye,
}

const TEXTS = {
  owner: t('ownerText'),
  manager: t('managerText'),
  linker: t('linkerText'),
  editor: t('editorText'),
  downloader: t('downloaderText'),
  viewer: t('viewerText'),
} satisfies Record<GroupRole, string>

const choiceOf = <R extends GroupRole>(role: R) => ({
  value: role,
  label: groupRoleName(role),
  text: TEXTS[role],
  icon: ICONS[role],
})

/** What a member can be made, strongest first. */
export const MEMBER_CHOICES: readonly RoleChoice<MemberRole>[] = MEMBER_ROLES.map(choiceOf)

/** The owner's stands there greyed, with how it changes. */
export const OWNER_CHOICE = { ...choiceOf('owner'), blocked: true }

export const ROLE_FILTERS = (['owner', ...MEMBER_ROLES] as const).map((value) => ({ value, label: t(value) }))
