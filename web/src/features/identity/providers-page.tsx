import {
  type IdentityProvider,
  orderIdentityProviders,
  removeIdentityProvider,
  saveIdentityProvider,
  tryIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowDown,
  ArrowUp,
  FlaskConical,
  Pencil,
  Plus,
  ToggleLeft,
  ToggleRight,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { columns, nameOf, phoneRow } from './columns.tsx'
import { providersQuery, refreshIdentity } from './data.ts'
import { PeopleDialog } from './people-dialog.tsx'
import { ProviderDrawer } from './provider-drawer.tsx'
import { savedInput } from './provider-form.ts'
import { t } from './strings.ts'
import { TryDialog } from './try-dialog.tsx'

type Shown =
  | { kind: 'provider'; provider: IdentityProvider | undefined }
  | { kind: 'people'; provider: IdentityProvider }

const NONE: readonly IdentityProvider[] = []
const idOf = (provider: IdentityProvider) => provider.providerId

/** Identity providers that people sign in through. */
export function ProvidersPage({ change, address }: AdminPageProps): ReactElement {
  const query = useQuery(providersQuery)
  const providers = query.data ?? NONE
  const list = useListPage(queryRows(query, providers), { idOf })
  const { shown, key, show, control } = useDialogState<Shown>()
  const { try: tryId } = address.search
  const actions = useCallback(
    (provider: IdentityProvider) => actionsOf(provider, providers, show),
    [providers, show],
  )
  const menu = (provider: IdentityProvider): readonly ActionGroup[] => {
    const { people, edit, attempt, up, down, toggle, remove } = actions(provider)
    return change ? [[edit, attempt, people], [up, down, toggle], [remove]] : [[people]]
  }
  const operations = useCallback(
    (provider: IdentityProvider): readonly Action[] =>
      change ? Object.values(actions(provider)) : [actions(provider).people],
    [actions, change],
  )
  return (
    <ListPage
      title={t('title')}
      note={
        query.data &&
        t('summary', { count: providers.length, enabled: providers.filter(({ enabled }) => enabled).length })
      }
      actions={
        change && (
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => show({ kind: 'provider', provider: undefined })}
          >
            {t('add')}
          </Button>
        )
      }
      overlays={
        <>
          {shown?.kind === 'provider' && (
            <ProviderDrawer
              key={key}
              provider={shown.provider}
              onAdded={(provider) => show({ kind: 'provider', provider })}
              {...control}
            />
          )}
          {shown?.kind === 'people' && (
            <PeopleDialog key={key} provider={shown.provider} change={change} {...control} />
          )}
          {tryId && (
            <TryDialog
              tryId={tryId}
              open
              onOpenChange={(open) => !open && address.narrow({ try: undefined })}
            />
          )}
        </>
      }
    >
      <p className="mb-3 text-secondary text-mut">
        {t('localDoor')}{' '}
        <code className="inline-block text-caption wrap-anywhere select-all">{`${location.origin}/disk/login?local=1`}</code>
      </p>
      <ShortTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(provider) => (change ? actions(provider).edit : actions(provider).people).run()}
        menu={menu}
        operations={operations}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('emptyTitle')}
        emptyText={t('emptyText')}
      />
    </ListPage>
  )
}

function actionsOf(
  provider: IdentityProvider,
  providers: readonly IdentityProvider[],
  show: (shown: Shown) => void,
) {
  const at = providers.indexOf(provider)
  return {
    edit: {
      name: 'provider.edit',
      label: t('edit'),
      icon: Pencil,
      keys: 'Enter',
      run: () => show({ kind: 'provider', provider }),
    },
    attempt: {
      name: 'provider.try',
      label: t('tryIt'),
      icon: FlaskConical,
      run: () => void attempt(provider),
    },
    people: {
      name: 'provider.people',
      label: t('linkedPeople'),
      icon: UsersRound,
      run: () => show({ kind: 'people', provider }),
    },
    up: {
      name: 'provider.up',
      label: t('up'),
      icon: ArrowUp,
      visible: at > 0,
      run: () => void move(providers, at, at - 1),
    },
    down: {
      name: 'provider.down',
      label: t('down'),
      icon: ArrowDown,
      visible: at >= 0 && at < providers.length - 1,
      run: () => void move(providers, at, at + 1),
    },
    toggle: {
      name: 'provider.toggle',
      label: t(provider.enabled ? 'turnOff' : 'turnOn'),
      icon: provider.enabled ? ToggleRight : ToggleLeft,
      run: () => void toggle(provider),
    },
    remove: {
      name: 'provider.remove',
      label: t('remove'),
      icon: Trash2,
      danger: true,
      run: () => void remove(provider),
    },
  } satisfies Record<string, Action>
}

async function attempt({ providerId }: IdentityProvider): Promise<void> {
  // Opened before the call, so that the browser sees the click behind it.
  const tab = window.open('about:blank')
  try {
    const { url } = await call(tryIdentityProvider, { providerId })
    if (tab) tab.location.replace(url)
    else location.assign(url)
  } catch (error) {
    tab?.close()
    await withErrorMessage(t('notTried'), () => Promise.reject(error))
  }
}

async function move(providers: readonly IdentityProvider[], from: number, to: number): Promise<void> {
  const ids = providers.map(idOf)
  const [moved] = ids.splice(from, 1)
  if (moved) ids.splice(to, 0, moved)
  await withErrorMessage(t('notMoved'), async () => {
    await call(orderIdentityProviders, { providerIds: ids })
    await refreshIdentity()
  })
}

async function toggle(provider: IdentityProvider): Promise<void> {
  const { enabled } = provider
  const sure =
    !enabled ||
    (await confirm({
      type: 'warning',
      title: t('turnOffTitle', { name: nameOf(provider) }),
      text: t('turnOffText'),
      confirmText: t('turnOff'),
    }))
  if (!sure) return
  await withErrorMessage(t('notSaved'), async () => {
    await call(saveIdentityProvider, savedInput(provider, { enabled: !enabled }))
    toast.ok(t('saved', { name: nameOf(provider) }))
    await refreshIdentity()
  })
}

async function remove(provider: IdentityProvider): Promise<void> {
  const { providerId, people } = provider
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name: nameOf(provider) }),
    text: people === 0 ? t('removeNobody') : t('removeText', { count: people }),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeIdentityProvider, { providerId })
    toast.ok(t('removed', { name: nameOf(provider) }))
    await refreshIdentity()
  })
}
