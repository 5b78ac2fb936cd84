import { beginTotp, confirmTotp } from '@clouddisk/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { CodeField, digitsOf, isSixDigits } from './code-field.tsx'
import { t } from './strings.ts'

interface TotpSetupProps {
  size?: 'medium' | 'large'
  /** In force; with recovery codes if the person had none. */
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Setting up an authenticator app: scan, then prove it by a code. */
export function TotpSetup({ size = 'medium', onDone }: TotpSetupProps): ReactElement {
  const begin = useMutation({ mutationFn: () => call(beginTotp, {}) })
  const { mutate } = begin
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: () => call(confirmTotp, { code: digitsOf(code) }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: (error) => refuse(errorMessage(error)),
  })
  const refuse = (text: string) => {
    setFault(text)
    field.current?.focus()
    field.current?.select()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    if (code.trim() === '') return refuse(t('codeMissing'))
    if (!isSixDigits(code)) return refuse(t('codeDigits'))
    confirm.mutate()
  }
  if (begin.isError) return <ErrorState text={errorMessage(begin.error)} onRetry={() => begin.mutate()} />
  if (!begin.data) return <Loading />
  const { secret, uri } = begin.data
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-body">{t('scan')}</p>
      <div className="flex items-center gap-4 max-[420px]:flex-col max-[420px]:items-start">
        <span className="size-44 shrink-0 rounded-l border border-line p-2">
          <QrCode text={uri} label={t('qr')} />
        </span>
        <div className="min-w-0">
          <p className="text-caption text-mut">{t('orType')}</p>
          <p className="flex items-center gap-1">
            <code className="font-mono text-secondary select-all">{spaced(secret)}</code>
            <IconButton icon={Copy} label={t('copyKey')} onClick={() => void copyKey(secret)} />
          </p>
        </div>
      </div>
      <p className="text-body">{t('enterShown')}</p>
      <CodeField ref={field} size={size} value={code} error={fault} onChange={setCode} />
      <Button type="submit" variant="primary" size={size} busy={confirm.isPending}>
        {t('turnOn')}
      </Button>
    </form>
  )
}

const spaced = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

async function copyKey(secret: string): Promise<void> {
  if (await copyText(secret)) toast.ok(t('keyCopied'))
  else toast.error(t('copyFailed'))
}
