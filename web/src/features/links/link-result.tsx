import type { Link } from '@clouddisk/contract/links'
import { clsx } from 'clsx'
import { Copy } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { KeptFiles } from './kept-files.tsx'
import { LinkNotice } from './link-notice.tsx'
import { copyCode, copyUrl } from './links.ts'
import { t } from './strings.ts'
import {
  expiryText,
  isUsable,
  permissionsText,
  reasonText,
  remedyText,
  visitorText,
  visitsText,
} from './words.ts'

const CheckPart = lazyPart(() => import('./check-part.tsx'), 'CheckPart')
const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'), 'QrCode')

/** A link as one hands it on: address, code, QR code, and what it permits. */
export function LinkResult({ link }: { link: Link }): ReactElement {
  const works = isUsable(link)
  const closed = works ? undefined : (
    <>
      <p className="font-semibold">
        {t(link.status)} · {reasonText(link)}
      </p>
      <p>{remedyText(link)}</p>
    </>
  )
  const notice = closed && <LinkNotice tone="warn">{closed}</LinkNotice>
  return (
    <div className={clsx('grid gap-x-5 gap-y-4', works && 'md:grid-cols-[minmax(0,1fr)_160px]')}>
      <div className="min-w-0 space-y-4">
        {link.isChecked && link.reason !== 'stopped' ? (
          <Suspense fallback={notice}>
            <CheckPart shareId={link.shareId} closed={closed} />
          </Suspense>
        ) : (
          notice
        )}
        {works && <KeptFiles link={link} />}
        <Copied label={t('link')} value={link.url} button={t('copyLink')} onCopy={() => void copyUrl(link)} />
        {link.code && (
          <Copied
            label={t('code')}
            value={link.code}
            button={t('copyCode')}
            onCopy={() => void copyCode(link)}
            className="font-semibold tracking-[2px]"
          />
        )}
        <DetailList
          className="grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-m bg-canvas px-3.5 py-3 text-secondary"
          labelClass="text-secondary text-fg-2"
          valueClass="tabular break-words text-secondary"
          lines={[
            [t('visitor'), visitorText(link)],
            !link.code && [t('code'), t('codeNone')],
            [t('perms'), permissionsText(link.perms)],
            link.watermark && [t('mark'), t('markOn')],
            [t('validity'), expiryText(link)],
            [t('visits'), visitsText(link)],
            link.perms.includes('download') && [t('downloads'), t('countOf', { count: link.downloadCount })],
            link.perms.includes('save') && [t('saves'), t('countOf', { count: link.saveCount })],
            link.remark !== '' && [t('note'), link.remark],
          ]}
        />
      </div>
      {works && (
        <div className="flex flex-col gap-2 max-md:items-center">
          <span className="size-40 rounded-l border border-line p-2">
            <Suspense>
              <QrCode text={link.url} label={t('qr')} />
            </Suspense>
          </span>
          <p className="text-center text-caption text-mut">{t('qrText')}</p>
        </div>
      )}
    </div>
  )
}

const Copied = (props: {
  label: string
  value: string
  button: string
  onCopy: () => void
  className?: string
}): ReactElement => (
  <Field label={props.label}>
    <Input
      readOnly
      value={props.value}
      onFocus={(event) => event.currentTarget.select()}
      className={props.className}
      trailing={<IconButton size="small" icon={Copy} label={props.button} onClick={props.onCopy} />}
    />
  </Field>
)
