import {
  type ConfiguredLink,
  isWebAddress,
  LINK_MENUS,
  LINK_NAME_MAX,
  LINK_URL_MAX,
  OUTSOURCING,
} from '@clouddisk/contract/configured-links'
import type { ReactElement } from 'react'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { RadioGroup } from '../../ui/radio.tsx'
import { useForm } from '../../ui/use-form.ts'
import { t } from './strings.ts'

interface ConfiguredLinkDialogProps {
  control: DialogControl
  /** Undefined for a new one. */
  link: ConfiguredLink | undefined
  /** The first link of all is usually the outsourcing process. */
  isFirst: boolean
  save: (link: ConfiguredLink) => Promise<void>
}

export function ConfiguredLinkDialog(props: ConfiguredLinkDialogProps): ReactElement {
  const { control, link, isFirst, save } = props
  const form = useForm(link ?? newLink(isFirst), ({ zh, en, url }) => ({
    zh: nameError(zh.trim()),
    en: nameError(en.trim()),
    url: urlError(url.trim()),
  }))
  const send = async () => {
    const { zh, en, url, menu } = form.values
    await save({ zh: zh.trim(), en: en.trim(), url: url.trim(), menu })
    control.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <FormDialog
      {...control}
      title={t(link ? 'changeLink' : 'addLink')}
      submission={submission}
      button={t('save')}
      className="space-y-4"
    >
      {(['zh', 'en'] as const).map((name) => (
        <Field key={name} required label={t(name === 'zh' ? 'nameZh' : 'nameEn')} error={form.errorOf(name)}>
          <Input
            {...form.control(name)}
            value={form.values[name]}
            autoComplete="off"
            onChange={(event) => form.set({ [name]: event.target.value })}
          />
        </Field>
      ))}
      <Field required label={t('address')} error={form.errorOf('url')}>
        <Input
          {...form.control('url')}
          inputMode="url"
          autoComplete="off"
          placeholder="https://oa.example.com/"
          value={form.values.url}
          onChange={(event) => form.set({ url: event.target.value })}
        />
      </Field>
      <div>
        <p className="mb-2 text-secondary text-fg-2">{t('menu')}</p>
        <RadioGroup
          label={t('menu')}
          value={form.values.menu}
          onChange={(menu) => form.set({ menu })}
          options={LINK_MENUS.map((value) => ({ value, label: t(`${value}Menu`) }))}
        />
      </div>
    </FormDialog>
  )
}

const newLink = (isFirst: boolean): ConfiguredLink => ({
  zh: isFirst ? OUTSOURCING.zh : '',
  en: isFirst ? OUTSOURCING.en : '',
  url: '',
  menu: 'user',
})

function nameError(name: string): string | undefined {
  if (name === '') return t('nameMissing')
  return name.length > LINK_NAME_MAX ? t('tooLong', { max: LINK_NAME_MAX }) : undefined
}

function urlError(url: string): string | undefined {
  if (url.length > LINK_URL_MAX) return t('tooLong', { max: LINK_URL_MAX })
  return isWebAddress(url) ? undefined : t('addressWrong')
}
