import { type IdentityProvider, type LinkedPerson, linkPerson } from '@clouddisk/contract/admin-identity'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { KeywordField } from '../../ui/keyword-field.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { linkedPeopleQuery, refreshIdentity } from './data.ts'
import { t } from './strings.ts'
import { unlink } from './unlink.ts'
import { usedText } from './used-text.ts'

const PAGE = 50

interface PeopleDialogProps extends DialogControl {
  provider: IdentityProvider
  change: boolean
}

/** Whose accounts are linked with a provider. */
export function PeopleDialog({ provider, change, ...dialog }: PeopleDialogProps): ReactElement {
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const { data, error, refetch, isFetching } = useQuery(linkedPeopleQuery(provider.providerId, keyword, size))
  const name = language === 'zh-CN' ? provider.zh : provider.en
  return (
    <Dialog {...dialog} width={640} title={t('peopleTitle', { name })}>
      <KeywordField value={keyword} label={t('search')} onSettled={(next) => setKeyword(next ?? '')} />
      <div className="mt-3 min-h-40">
        {data ? (
          data.list.length === 0 ? (
            keyword ? (
              <EmptyState illustration="search" title={t('noneFound', { keyword })} />
            ) : (
              <EmptyState title={t('nobody')} text={t('nobodyText')} />
            )
          ) : (
            <People list={data.list} change={change} />
          )
        ) : error ? (
          <ErrorState
            title={t('peopleFailed')}
            text={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading />
        )}
      </div>
      {data && data.total > data.list.length && (
        <Button
          size="small"
          className="mt-3"
          busy={isFetching}
          onClick={() => setSize(Math.min(size + 200, 1000))}
        >
          {t('more')}
        </Button>
      )}
      {change && <LinkOne provider={provider} />}
    </Dialog>
  )
}

const People = ({ list, change }: { list: readonly LinkedPerson[]; change: boolean }): ReactElement => (
  <ul className="divide-y divide-line">
    {list.map((one) => (
      <li key={one.identityId} className="flex min-h-14 items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body">
            {one.userRealName} <span className="text-mut">{one.accountName}</span>
          </span>
          <span className="block truncate text-caption text-mut" title={one.subject}>
            {one.name || one.subject}
          </span>
        </span>
        <span className="tabular shrink-0 text-caption text-mut max-md:hidden">
          {usedText(one.lastUsedTime)}
        </span>
        {change && (
          <IconButton
            icon={Link2Off}
            danger
            label={t('unlinkOf', { name: one.userRealName })}
            onClick={() => void unlink(one.identityId, one.userRealName)}
          />
        )}
      </li>
    ))}
  </ul>
)

/** Links an account by hand. */
function LinkOne({ provider }: { provider: IdentityProvider }): ReactElement {
  const directory = useExtension('directory')
  const [person, setPerson] = useState<AdminPerson>()
  const [subject, setSubject] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const link = async () => {
    if (busy) return
    setTried(true)
    if (!person || subject.trim() === '') return
    setBusy(true)
    await withErrorMessage(t('notLinked'), async () => {
      const input = { providerId: provider.providerId, userId: person.userId, subject: subject.trim() }
      await call(linkPerson, input)
      setPerson(undefined)
      setSubject('')
      setTried(false)
      toast.ok(t('linkDone'))
      await refreshIdentity()
    })
    setBusy(false)
  }
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h3 className="mb-3 text-secondary font-medium">{t('linkOne')}</h3>
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <Field label={t('chosenPerson')} error={tried && !person ? t('missing') : undefined}>
          {directory && (
            <directory.PersonPicker value={person} onChange={setPerson} placeholder={t('choosePerson')} />
          )}
        </Field>
        <Field
          label={t('subject')}
          hint={t('linkHint')}
          error={tried && subject.trim() === '' ? t('missing') : undefined}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        </Field>
      </div>
      <Button className="mt-3" busy={busy} onClick={() => void link()}>
        {t('linkOne')}
      </Button>
    </section>
  )
}
