import { LIMITS } from '@clouddisk/contract/limits'
import { FILE_VIEWS, OPEN_BY, ORDER_TYPES } from '@clouddisk/contract/settings'
import type { ReactElement } from 'react'
import { forgetFolderViews, useFolderViews } from '../../../lib/folder-views.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceRow, ChoiceSelect, SettingRow } from './setting-row.tsx'
import { t } from './strings.ts'

/** In the order of the sort menu of a folder. */
const ORDERS = ['instanceName', 'updateTime', 'fileSize', 'fileType'] as const

export function FilesSection(): ReactElement {
  const own = useFolderViews().size
  return (
    <>
      <ChoiceRow
        name="filesView"
        label={t('filesView')}
        hint={t('filesViewHint')}
        options={FILE_VIEWS.map((value) => ({ value, label: t(value) }))}
      />
      <SettingRow label={t('filesOrder')}>
        <ChoiceSelect
          name="filesOrderBy"
          label={t('orderBy')}
          className="w-27! sm:w-30!"
          options={ORDERS.map((value) => ({ value, label: t(value) }))}
        />
        <ChoiceSelect
          name="filesOrderType"
          label={t('orderType')}
          className="w-31! sm:w-28!"
          options={ORDER_TYPES.map((value) => ({ value, label: t(value) }))}
        />
      </SettingRow>
      {own > 0 && (
        <SettingRow label={t('ownViews')} hint={t('ownViewsHint', { count: own })}>
          <Button
            size="small"
            onClick={() => {
              forgetFolderViews()
              toast.ok(t('usesDefault'))
            }}
          >
            {t('useDefault')}
          </Button>
        </SettingRow>
      )}
      <ChoiceRow
        name="pageSize"
        label={t('pageSize')}
        hint={t('pageSizeHint')}
        options={LIMITS.pageSizes.map((value) => ({ value, label: String(value) }))}
      />
      <ChoiceRow
        name="openBy"
        label={t('openBy')}
        hint={t('openByHint')}
        options={OPEN_BY.map((value) => ({ value, label: t(value) }))}
      />
    </>
  )
}
