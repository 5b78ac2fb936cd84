import type { User } from '@clouddisk/contract/accounts'
import { DENSITIES, START_PAGES, THEMES } from '@clouddisk/contract/settings'
import type { ReactElement } from 'react'
import { language } from '../../../lib/i18n.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { Select } from '../../../ui/select.tsx'
import { chooseLanguage } from '../session.ts'
import { ChoiceRow, SettingRow } from './setting-row.tsx'
import { t } from './strings.ts'

/** The personal table is offered where administrators have switched it on. */
export function GeneralSection({ user }: { user: User }): ReactElement {
  const { startPage } = usePreferences()
  return (
    <>
      <SettingRow label={t('language')} hint={t('languageHint')}>
        <Select
          size="small"
          ariaLabel={t('language')}
          className="w-40! max-md:h-11 sm:w-48!"
          value={language}
          onChange={(to) => void chooseLanguage(to)}
          options={[
            { value: 'zh-CN', label: '简体中文' },
            { value: 'en-US', label: 'English' },
          ]}
        />
      </SettingRow>
      <ChoiceRow
        name="skin"
        label={t('skin')}
        options={[
          { value: 'redblack', label: t('redblack') },
          { value: 'light', label: t('blueWhite') },
        ]}
      />
      <ChoiceRow
        name="theme"
        label={t('theme')}
        options={THEMES.map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceRow
        name="density"
        label={t('density')}
        options={DENSITIES.map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceRow
        name="startPage"
        label={t('startPage')}
        hint={t('startPageHint')}
        options={START_PAGES.filter(
          (value) => value !== 'personalTable' || user.personalTable || startPage === value,
        ).map((value) => ({
          value,
          label: t(value),
        }))}
      />
    </>
  )
}
