import { queryRoles } from '@clouddisk/contract/admin-roles'
import { roleName } from '@clouddisk/contract/role-names'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { callQuery } from '../../lib/call-query.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { type FormProps, Section, TextField, WIDE } from './section.tsx'
import { t } from './strings.ts'

interface GroupFieldsProps extends FormProps {
  /** Groups of the directory, once it was tried. */
  found: readonly { readonly dn: string; readonly name: string }[]
}

const rolesQuery = callQuery(['directories', 'roles'], queryRoles, {})

/** Roles that the members of groups get. */
export function GroupFields({ form, found }: GroupFieldsProps): ReactElement {
  const { values, set, errorOf, control } = form
  const options = useId()
  const roles = useQuery(rolesQuery).data ?? []
  const change = (index: number, part: Partial<(typeof values.groupRoles)[number]>) =>
    set({ groupRoles: values.groupRoles.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  return (
    <Section title={t('sectionGroups')}>
      <TextField form={form} name="groupFilter" label={t('groupFilter')} code />
      <TextField form={form} name="groupMemberAttribute" label={t('groupMemberAttribute')} code />
      <fieldset className={WIDE}>
        <legend className="mb-1.5 text-secondary text-fg-2">{t('groupRoles')}</legend>
        <datalist id={options}>
          {found.map(({ dn, name }) => (
            <option key={dn} value={dn}>
              {name}
            </option>
          ))}
        </datalist>
        <div className="flex flex-col items-start gap-2">
          {values.groupRoles.map(({ group, roleId }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and are only added at the end
            <div key={index} className="flex w-full items-center gap-2 max-sm:flex-wrap">
              <Input
                {...(index === 0 ? control('groupRoles') : {})}
                aria-label={t('group')}
                list={options}
                spellCheck={false}
                autoComplete="off"
                className="font-mono"
                placeholder={t('groupPlaceholder')}
                value={group}
                onChange={(event) => change(index, { group: event.target.value })}
              />
              <div className="w-56 shrink-0 max-sm:w-auto max-sm:flex-1">
                <Select
                  ariaLabel={t('role')}
                  value={roleId}
                  onChange={(next) => change(index, { roleId: next })}
                  options={roles.map((role) => ({
                    value: role.roleId,
                    label: roleName(role.roleName, role.preset, language),
                  }))}
                  placeholder={t('role')}
                />
              </div>
              <IconButton
                icon={X}
                label={t('removeGroupRole')}
                onClick={() => set({ groupRoles: values.groupRoles.filter((_, at) => at !== index) })}
              />
            </div>
          ))}
          {errorOf('groupRoles') && <p className="text-caption text-danger">{errorOf('groupRoles')}</p>}
          <Button
            icon={Plus}
            onClick={() =>
              set({
                groupRoles: [...values.groupRoles, { group: '', roleId: roles[0]?.roleId ?? 'default' }],
              })
            }
          >
            {t('addGroupRole')}
          </Button>
        </div>
      </fieldset>
    </Section>
  )
}
