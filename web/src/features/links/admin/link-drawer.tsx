import type { AdminLink } from '@clouddisk/contract/admin-links'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { type DetailLines, DetailList } from '../../../ui/detail-list.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { t as words } from '../strings.ts'
import { expiryText, nameOf, permissionsText, TONES, visitorText, visitsText } from '../words.ts'
import { accountLabel, pathOf, whyText } from './columns.tsx'
import { t } from './strings.ts'

export interface LinkDrawerProps extends OverlayControl {
  link: AdminLink
  onReview: (() => void) | undefined
  onStop: (() => void) | undefined
}

/** Everything that an administrator may know of a link. */
export function LinkDrawer({ link, onReview, onStop, open, onOpenChange }: LinkDrawerProps): ReactElement {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      title={t('detailsTitle')}
      footer={
        <>
          {onStop && (
            <Button
              danger
              className="mr-auto"
              onClick={() => {
                onOpenChange(false)
                onStop()
              }}
            >
              {t('stop')}
            </Button>
          )}
          {onReview && (
            <Button
              variant="primary"
              onClick={() => {
                onOpenChange(false)
                onReview()
              }}
            >
              {t('review')}
            </Button>
          )}
          <Button onClick={() => onOpenChange(false)}>{t('close')}</Button>
        </>
      }
    >
      <Targets link={link} />
      <DetailList lines={linesOf(link)} labelClass="pt-px text-secondary text-mut" />
    </Drawer>
  )
}

const Targets = ({ link }: { link: AdminLink }): ReactElement => (
  <ul aria-label={t('items')} className="mb-5 flex flex-col gap-2.5 rounded-l border border-line px-3.5 py-3">
    {link.targets.map(({ instanceId, instanceName, fileType, classifierId }, at) => (
      <li key={instanceId} className="flex min-w-0 items-center gap-3">
        <FileIcon ext={fileType} folder={classifierId === 'Folder'} />
        {at === 0 ? (
          <TwoLines
            className="flex-1"
            nameClass="text-body"
            name={instanceName}
            nameTitle={instanceName}
            note={pathOf(link)}
            noteTitle={pathOf(link)}
          />
        ) : (
          <span className="truncate text-body" title={instanceName}>
            {instanceName}
          </span>
        )}
      </li>
    ))}
    {link.targets.length === 0 && <li className="text-body text-mut">{nameOf(link)}</li>}
  </ul>
)

const figure = (count: number): string => count.toLocaleString(language)

function linesOf(link: AdminLink): DetailLines {
  const why = whyText(link)
  return [
    [
      t('status'),
      <span key="status" className="flex min-w-0 flex-wrap items-center gap-2">
        <Chip tone={TONES[link.status]}>{words(link.status)}</Chip>
        {why && <span className="text-secondary text-mut">{why}</span>}
      </span>,
    ],
    link.stopTime !== null && [t('stopTime'), formatFullDateTime(link.stopTime)],
    link.stopReason !== null && [t('stopReason'), link.stopReason],
    [
      t('owner'),
      <span key="owner" className="flex min-w-0 items-center gap-2.5">
        <Avatar name={link.ownerName} size={24} />
        <TwoLines className="flex-1" nameClass="" name={link.ownerName} note={accountLabel(link)} />
      </span>,
    ],
    [t('visitor'), visitorText(link)],
    [t('perms'), permissionsText(link.perms)],
    [t('code'), t(link.hasCode ? 'codeSet' : 'codeNone')],
    link.watermark && [t('watermark'), t('watermarkOn')],
    [t('ends'), expiryText(link)],
    [t('visits'), visitsText(link)],
    [t('downloads'), figure(link.downloadCount)],
    [t('saves'), figure(link.saveCount)],
    [t('created'), formatFullDateTime(link.createTime)],
    [t('address'), <code key="address">{link.linkStart}…</code>],
  ]
}
