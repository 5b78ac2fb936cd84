import { Copy, Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  size?: 'medium' | 'large'
  onSaved: () => void
}

/** The codes, shown this once; one goes on after copying or downloading them. */
export function RecoveryCodes({ codes, size = 'medium', onSaved }: RecoveryCodesProps): ReactElement {
  const [kept, setKept] = useState(false)
  const copy = async () => {
    if (!(await copyText(codes.join('\n')))) return toast.error(t('copyFailed'))
    setKept(true)
    toast.ok(t('codesCopied'))
  }
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }))
    link.download = t('file')
    link.click()
    URL.revokeObjectURL(link.href)
    setKept(true)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-fg-2">{t('recoveryCodesText')}</p>
      <ul
        aria-label={t('recoveryCodes')}
        className="tabular grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-m bg-canvas px-4 py-3 font-mono text-body select-all max-[340px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button icon={Copy} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button icon={Download} onClick={download}>
          {t('download')}
        </Button>
      </div>
      {!kept && <p className="text-caption text-mut">{t('savedFirst')}</p>}
      <Button
        variant="primary"
        size={size}
        disabledReason={kept ? undefined : t('savedFirst')}
        onClick={onSaved}
      >
        {t('saved')}
      </Button>
    </div>
  )
}
