import { searchUsers } from '@clouddisk/contract/directory'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { type ExplainRequest, explainQuery, explainRequests } from './privileges.ts'
import { t } from './strings.ts'

/** Says why somebody may or may not do something; stands once in the page. */
export function ExplainDialogs(): ReactElement | null {
  const request = explainRequests.useOpen()
  return request ? (
    <ExplainDialog key={request.id} {...request.question} onClose={() => request.answer()} />
  ) : null
}

type ExplainedPerson = NonNullable<ExplainRequest['person']>

function ExplainDialog({ item, person, onClose }: ExplainRequest & { onClose: () => void }): ReactElement {
  const manages = item.fileAuth?.includes('members') ?? false
  const [whose, setWhose] = useState<'mine' | 'others'>(person ? 'others' : 'mine')
  const [other, setOther] = useState(person)
  const content =
    whose === 'mine' ? (
      <Reasons instanceId={item.instanceId} />
    ) : other ? (
      <>
        <p className="flex items-center gap-2.5 pt-3">
          <Avatar name={other.name} size={28} />
          <span className="min-w-0 flex-1 truncate text-body">{other.name}</span>
          <Button size="small" variant="bare" onClick={() => setOther(undefined)}>
            {t('otherPerson')}
          </Button>
        </p>
        <Reasons instanceId={item.instanceId} person={other} />
      </>
    ) : (
      <PersonSearch instanceId={item.instanceId} onChoose={setOther} />
    )
  return (
    <Dialog
      open
      width={600}
      onOpenChange={(open) => !open && onClose()}
      title={t('explainTitle')}
      description={item.instanceName}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="flex h-[460px] flex-col max-md:h-[calc(100dvh-170px)]">
        {manages ? (
          <Tabs
            label={t('whose')}
            tabs={[
              { value: 'mine', label: t('mine') },
              { value: 'others', label: t('others') },
            ]}
            value={whose}
            onChange={setWhose}
            panelClassName="overflow-y-auto"
          >
            {content}
          </Tabs>
        ) : (
          <div className="min-h-0 flex-1 overflow-y-auto">{content}</div>
        )}
      </div>
    </Dialog>
  )
}

const permissionLabel = (item: PermissionItem): string => (item === 'members' ? t('manageMembers') : t(item))

/** One sentence for each thing one can do. */
function Reasons({ instanceId, person }: { instanceId: string; person?: ExplainedPerson }): ReactElement {
  const query = useQuery(explainQuery(instanceId, person?.userId))
  if (query.error) {
    return (
      <ErrorState
        title={t('notExplained')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (!query.data) return <Loading />
  const [first, ...others] = query.data
  // What keeps somebody out of all there is is said once.
  if (first?.because === 'forbidden' && others.every(({ sentence }) => sentence === first.sentence)) {
    return (
      <p className="flex items-start gap-2 py-3 text-body">
        <X size={16} role="img" aria-label={t('mayNot')} className="mt-1 shrink-0 text-danger" />
        <span className="min-w-0 break-words">{first.sentence}</span>
      </p>
    )
  }
  return (
    <ul
      aria-label={person ? t('explanations', { name: person.name }) : t('myExplanations')}
      className="divide-y divide-line"
    >
      {query.data.map(({ item, permitted, sentence }) => {
        const Icon = permitted ? Check : X
        return (
          <li
            key={item}
            className="grid grid-cols-[20px_104px_1fr] items-start md:grid-cols-[20px_150px_1fr] gap-x-2 py-2.5"
          >
            <Icon
              size={16}
              role="img"
              aria-label={t(permitted ? 'may' : 'mayNot')}
              className={permitted ? 'mt-0.5 text-ok' : 'mt-0.5 text-danger'}
            />
            <span className="text-secondary font-medium">{permissionLabel(item)}</span>
            <span className="min-w-0 text-secondary break-words text-fg-2">{sentence}</span>
          </li>
        )
      })}
    </ul>
  )
}

const FOUND = 20

interface PersonSearchProps {
  instanceId: string
  onChoose: (person: ExplainedPerson) => void
}

function PersonSearch({ instanceId, onChoose }: PersonSearchProps): ReactElement {
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const query = useQuery({
    queryKey: ['people', 'named', keyword, instanceId],
    queryFn: ({ signal }) => call(searchUsers, { keyword, instanceId, limit: FOUND }, { signal }),
    enabled: keyword !== '',
  })
  return (
    <div className="pt-3">
      <SearchField label={t('searchPerson')} value={text} onChange={setText} />
      {query.error ? (
        <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : keyword === '' ? (
        <p className="px-2 py-8 text-center text-secondary text-mut">{t('findPerson')}</p>
      ) : !query.data ? (
        <Loading />
      ) : query.data.list.length === 0 ? (
        <p role="status" className="px-2 py-8 text-center text-secondary text-mut">
          {t('nobodyFound', { keyword })}
        </p>
      ) : (
        <ul className="mt-2">
          {query.data.list.map(({ userId, userRealName: name, userName, departmentPath, atRest }) => (
            <li key={userId}>
              <button
                type="button"
                onClick={() => onChoose({ userId, name })}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-m px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Avatar name={name} size={28} />
                <TwoLines
                  className="flex-1"
                  name={name}
                  note={[atRest && t('atRest'), departmentPath.at(-1), userName].filter(Boolean).join(' · ')}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
