import { queryRoles } from '@clouddisk/contract/admin-roles'
import { roleName } from '@clouddisk/contract/role-names'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { callQuery } from '../../lib/call-query.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { scimQuery } from './scim-dialog.tsx'
import { t } from './scim-strings.ts'
import { type FormProps, Section, WIDE } from './section.tsx'
import { t as words } from './strings.ts'

const rolesQuery = callQuery(['directories', 'roles'], queryRoles, {})

interface ScimGroupFieldsProps extends FormProps {
  /** Undefined for a new one, which has no groups yet. */
  directoryId: string | undefined
}

/** Roles that the members of groups get, which the client has sent. */
export function ScimGroupFields({ form, directoryId }: ScimGroupFieldsProps): ReactElement {
  const { values, set, errorOf } = form
  const groups =
    useQuery({ ...scimQuery(directoryId ?? ''), enabled: directoryId !== undefined }).data?.groups ?? []
  const roles = useQuery(rolesQuery).data ?? []
  const known = groups.map(({ groupId, name }) => ({ value: groupId, label: name }))
  const change = (index: number, part: Partial<(typeof values.groupRoles)[number]>) =>
    set({ groupRoles: values.groupRoles.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  const optionsFor = (group: string) =>
    known.some(({ value }) => value === group) ? known : [...known, { value: group, label: t('groupGone') }]
  return (
    <Section title={words('sectionGroups')}>
      <fieldset className={WIDE}>
        <legend className="mb-1.5 text-secondary text-fg-2">{words('groupRoles')}</legend>
        <div className="flex flex-col items-start gap-2">
          {values.groupRoles.map(({ group, roleId }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and are only added at the end
            <div key={index} className="flex w-full items-center gap-2 max-sm:flex-wrap">
              <div className="min-w-0 flex-1 max-sm:basis-full">
                <Select
                  ariaLabel={words('group')}
                  value={group}
                  onChange={(next) => change(index, { group: next })}
                  options={optionsFor(group)}
                  placeholder={t('chooseGroup')}
                />
              </div>
              <div className="w-56 shrink-0 max-sm:w-auto max-sm:flex-1">
                <Select
                  ariaLabel={words('role')}
                  value={roleId}
                  onChange={(next) => change(index, { roleId: next })}
                  options={roles.map((role) => ({
                    value: role.roleId,
                    label: roleName(role.roleName, role.preset, language),
                  }))}
                  placeholder={words('role')}
                />
              </div>
              <IconButton
                icon={X}
                label={words('removeGroupRole')}
                onClick={() => set({ groupRoles: values.groupRoles.filter((_, at) => at !== index) })}
              />
            </div>
          ))}
          {errorOf('groupRoles') && <p className="text-caption text-danger">{errorOf('groupRoles')}</p>}
          {groups.length === 0 ? (
            <p className="text-secondary text-mut">{t('groupsLater')}</p>
          ) : (
            <Button
              icon={Plus}
              onClick={() =>
                set({
                  groupRoles: [
                    ...values.groupRoles,
                    { group: groups[0]?.groupId ?? '', roleId: roles[0]?.roleId ?? 'default' },
                  ],
                })
              }
            >
              {words('addGroupRole')}
            </Button>
          )}
        </div>
      </fieldset>
    </Section>
  )
}
