import { type PermissionItem, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { Check, Minus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { PERMISSION_GROUPS, permissionDescription, permissionName, roleName } from '../role-labels.ts'
import { t } from './strings.ts'

export interface RolePermissionsProps {
  items: ReadonlySet<PermissionItem>
  /** Undefined if read-only. */
  onChange?: ((items: ReadonlySet<PermissionItem>) => void) | undefined
  /** The preset's name, so that it is not compared with itself. */
  preset?: string | undefined
}

/** Presets that others are usefully compared with. */
const COMPARED = ['viewer', 'downloader', 'editor', 'operator', 'manager'] as const

/** The permissions of a role, each described, beside those of a preset (R52, R188). */
export function RolePermissions({ items, onChange, preset }: RolePermissionsProps): ReactElement {
  const [other, setOther] = useState<(typeof COMPARED)[number]>(preset === 'editor' ? 'downloader' : 'editor')
  const compared: ReadonlySet<PermissionItem> = new Set(ROLE_ITEMS[other])
  const set = (list: readonly PermissionItem[], on: boolean) => {
    const next = new Set(items)
    for (const item of list) {
      if (on) next.add(item)
      else next.delete(item)
    }
    onChange?.(next)
  }
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{t('itemsTitle')}</caption>
      <thead>
        <tr className="border-b border-line text-secondary text-fg-2">
          <th className="py-2 pl-3 font-normal">{t('item')}</th>
          <th className="w-20 py-2 text-center font-normal">{t('given')}</th>
          <th className="w-48 py-1.5 pr-2 pl-3 font-normal max-md:w-40">
            <Select
              size="small"
              ariaLabel={t('compare')}
              prefix={t('compared')}
              value={other}
              onChange={setOther}
              options={COMPARED.map((one) => ({
                value: one,
                label: roleName({ roleName: one, preset: true }),
              }))}
            />
          </th>
        </tr>
      </thead>
      {PERMISSION_GROUPS.map((group) => {
        const list = group.items
        const on = list.filter((item) => items.has(item)).length
        return (
          <tbody key={group.name}>
            <tr className="border-b border-line bg-canvas">
              <th scope="colgroup" className="py-2 pl-3 text-secondary font-semibold">
                {t(group.name)}
              </th>
              <td className="text-center">
                {onChange ? (
                  <Checkbox
                    ariaLabel={`${t(group.name)}: ${t('giveAll')}`}
                    checked={on === list.length}
                    indeterminate={on > 0 && on < list.length}
                    onChange={(all) => set(list, all)}
                    className="align-middle"
                  />
                ) : (
                  <span className="tabular text-caption text-mut">
                    {on}/{list.length}
                  </span>
                )}
              </td>
              <td />
            </tr>
            {list.map((item) => (
              <tr key={item} className="border-b border-line hover:bg-hover">
                <th scope="row" className="py-2 pr-2 pl-3 font-normal">
                  <span className="block text-body">{permissionName(item)}</span>
                  <span className="block text-caption text-mut">{permissionDescription(item)}</span>
                </th>
                <td className="text-center">
                  {onChange ? (
                    <Checkbox
                      ariaLabel={permissionName(item)}
                      checked={items.has(item)}
                      onChange={(on) => set([item], on)}
                      className="align-middle"
                    />
                  ) : (
                    <Mark on={items.has(item)} />
                  )}
                </td>
                <td className="text-center">
                  <Mark on={compared.has(item)} quiet />
                </td>
              </tr>
            ))}
          </tbody>
        )
      })}
    </table>
  )
}

const Mark = ({ on, quiet = false }: { on: boolean; quiet?: boolean }) => (
  <span className={on ? (quiet ? 'text-fg-2' : 'text-ok') : 'text-mut'}>
    {on ? (
      <Check size={17} className="inline" aria-hidden />
    ) : (
      <Minus size={15} className="inline" aria-hidden />
    )}
    <span className="sr-only">{t(on ? 'yes' : 'no')}</span>
  </span>
)
