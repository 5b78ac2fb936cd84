import { CLASSIFICATIONS, classifyInstances } from '@clouddisk/contract/classification'
import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { texts } from '../../lib/i18n.ts'
import { levelName, t as words } from '../../ui/classification-words.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshAround, refreshFolders } from './refresh.ts'

const t = texts('files-classification', {
  raiseTitle: ['将密级提高为“{{level}}”？', 'Raise the classification to {{level}}?'],
  raiseText: [
    '之后只有管理员可以降低。“秘密”和“机密”不能通过外链访问，已有外链不再显示它。',
    'Only administrators can lower it again. Confidential and secret items can’t be reached by external links; links that are open stop showing them.',
  ],
  raise: ['提高密级', 'Raise'],
  raised: ['密级已改为“{{level}}”', 'Classified as {{level}}'],
  notRaised: ['密级未更改', 'Classification not changed'],
})

/** The classification of an item; who decides about access to it raises it here. */
export function ClassificationFact({ item }: { item: Instance }): ReactElement {
  const { classification: level, fileAuth, instanceId, parentId } = item
  const [chosen, setChosen] = useState<number>()
  if (!fileAuth.includes('members') || parentId === '' || level === CLASSIFICATIONS.at(-1))
    return <>{levelName(level)}</>
  const raise = async (to: number) => {
    if (to === level) return
    const agreed = await confirm({
      type: 'warning',
      title: t('raiseTitle', { level: levelName(to) }),
      text: t('raiseText'),
      confirmText: t('raise'),
    })
    if (!agreed) return
    setChosen(to)
    try {
      const { list } = await call(classifyInstances, { instanceIds: [instanceId], level: to })
      const [line] = list
      if (line && line.errcode !== 0) toast.error(line.errmsg)
      else toast.ok(t('raised', { level: levelName(to) }))
      await refreshFolders([parentId, instanceId])
      refreshAround('details', 'favorites')
    } catch (error) {
      showError(t('notRaised'), error)
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <Select
      size="small"
      ariaLabel={words('classification')}
      value={String(chosen ?? level)}
      onChange={(value) => void raise(Number(value))}
      options={CLASSIFICATIONS.filter((one) => one >= level).map((one) => ({
        value: String(one),
        label: levelName(one),
      }))}
      className="-my-1"
    />
  )
}
