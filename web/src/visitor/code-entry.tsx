import { ApiError } from '@clouddisk/client/http/errors'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { checkAgain, openByCode, reasonOf } from './calls.ts'
import { t } from './door-strings.ts'
import { LinkCard } from './link-card.tsx'
import { stateByError } from './link-state.ts'

export interface CodeEntryProps {
  /** Masked. */
  owner: string
  /** The visitor was in before. */
  again: boolean
  /** Resolves once the files are there. */
  onOpened: () => Promise<unknown>
}

/** Takes the extraction code of a link. */
export function CodeEntry({ owner, again, onOpened }: CodeEntryProps): ReactElement {
  usePageTitle(t('sharedWithYou', { owner }))
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lock = useLock()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault()
    const typed = code.trim()
    field.current?.focus()
    if (typed === '') return setError(t('codeMissing'))
    setBusy(true)
    try {
      await openByCode(typed)
      await onOpened()
    } catch (failure) {
      if (stateByError(failure)) return void checkAgain()
      const seconds = secondsToWait(failure)
      if (seconds !== undefined) lock.begin(seconds)
      setError(seconds === undefined ? reasonOf(failure) : undefined)
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <LinkCard folder title={t('sharedWithYou', { owner })} text={t(again ? 'codeAgain' : 'codeHint')}>
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void open(event)}>
        <Field
          label={t('code')}
          hint={t('codeWhere')}
          error={lock.minutes > 0 ? t('locked', { count: lock.minutes }) : error}
        >
          <Input
            ref={field}
            size="large"
            value={code}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => {
              setCode(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t('open')}
        </Button>
      </form>
    </LinkCard>
  )
}

/** Of a refusal for too many wrong codes. */
function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.name !== 'too_many_tries') return undefined
  const { retryAfter } = error.details
  return typeof retryAfter === 'number' ? retryAfter : undefined
}

/** Full minutes until codes are taken again; 0 when they are. */
function useLock() {
  const [until, setUntil] = useState(0)
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    const show = () => setMinutes(Math.max(0, Math.ceil((until - Date.now()) / MINUTE)))
    show()
    if (until <= Date.now()) return
    const timer = setInterval(show, SECOND)
    return () => clearInterval(timer)
  }, [until])
  return { minutes, begin: (seconds: number) => setUntil(Date.now() + seconds * SECOND) }
}
