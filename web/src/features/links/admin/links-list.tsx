import type { AdminLink } from '@clouddisk/contract/admin-links'
import { LINK_STOPPED_DAYS } from '@clouddisk/contract/links'
import { Ban, ClipboardCheck, Filter, Info } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { sortText } from '../../../ui/list/address.ts'
import { ListFoot } from '../../../ui/list/list-page.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import type { Targets } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { nameOf } from '../words.ts'
import { AdminLinkPhoneRow, adminLinkColumns } from './columns.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { LinkDrawer } from './link-drawer.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { t } from './strings.ts'
import { selectedText, useAdminLinks } from './use-admin-links.ts'

type OpenOverlay =
  | { readonly what: 'details'; readonly link: AdminLink }
  | { readonly what: 'review'; readonly link: AdminLink }
  | { readonly what: 'stop'; readonly links: readonly AdminLink[] }

const stoppable = (links: readonly AdminLink[]) => links.filter(({ canStop }) => canStop)

/** External links of everybody: looked through and stopped (B§2). */
export function LinksList(props: AdminPageProps): ReactElement {
  const links = useAdminLinks(props)
  const { list, shown, narrow, change, first } = links
  const { shown: over, key, show, control } = useDialogState<OpenOverlay>()
  const detailsAction = useCallback(
    (link: AdminLink | undefined): Action => ({
      name: 'links.details',
      label: t('details'),
      icon: Info,
      keys: 'Enter',
      visible: link !== undefined,
      run: () => link && show({ what: 'details', link }),
    }),
    [show],
  )
  const stopAction = useCallback(
    (all: () => Promise<readonly AdminLink[]>, visible: boolean): Action => ({
      name: 'links.stop',
      label: t('stop'),
      icon: Ban,
      keys: 'Delete',
      danger: true,
      visible,
      run: () =>
        void all().then((some) => {
          const open = stoppable(some)
          if (open.length > 0) show({ what: 'stop', links: open })
        }),
    }),
    [show],
  )
  const reviewAction = useCallback(
    (link: AdminLink | undefined): Action => ({
      name: 'links.review',
      label: t('review'),
      icon: ClipboardCheck,
      visible: link?.canReview ?? false,
      run: () => link && show({ what: 'review', link }),
    }),
    [show],
  )
  const { targets, selected, count } = list
  const stopTargets = ({ all, items }: Targets<AdminLink>) =>
    stopAction(all, change && stoppable(items).length > 0)
  useListShortcuts(t('title'), list, {
    actions: [stopTargets(targets)],
    search: t('search'),
    open: t('details'),
    selectable: change,
    menu: true,
  })
  const operations = useCallback(
    (link: AdminLink) => [
      reviewAction(link),
      detailsAction(link),
      stopAction(async () => [link], link.canStop),
    ],
    [detailsAction, reviewAction, stopAction],
  )
  const menu = (chosen: Targets<AdminLink>, row: AdminLink): ActionGroup[] => {
    const isOne = chosen.count <= 1
    const only: Action = {
      name: 'links.only',
      label: t('onlyOf', { name: row.ownerName }),
      icon: Filter,
      visible: isOne && links.finds && shown.owner !== row.ownerId,
      run: () => narrow({ owner: row.ownerId }),
    }
    const one = isOne ? row : undefined
    return [[reviewAction(one), detailsAction(one), only], [stopTargets(chosen)]]
  }
  const mark = shown.keyword
  const columns = useMemo(() => adminLinkColumns(mark), [mark])
  const phoneRow = useCallback((link: AdminLink) => <AdminLinkPhoneRow link={link} mark={mark} />, [mark])
  const { total = 0, truncated = false } = first ?? {}
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        {change && count > 0 ? (
          <SelectionBar
            label={t('selectionActions')}
            text={selectedText(count)}
            actions={[detailsAction(count === 1 ? selected.items[0] : undefined)]}
            endActions={[stopTargets(selected)]}
            onClear={list.clearSelection}
            className="my-1"
          />
        ) : (
          <FilterBar links={links} />
        )}
        <ListTable
          list={list}
          label={t('list')}
          columns={columns}
          rowLabel={nameOf}
          selectable={change}
          sort={shown.sort}
          onSort={(sort) => narrow({ sort: sortText(sort) })}
          onOpen={(link) => show({ what: 'details', link })}
          menu={menu}
          menuOfMany={(many) => t('menuOfMany', { count: many })}
          operations={operations}
          phoneRow={phoneRow}
          rowHeights={[48, 56]}
          state={
            <ListState
              list={list}
              failedTitle={t('failedTitle')}
              noMatch={
                isNarrowed(shown) && {
                  title: t('noMatchTitle'),
                  text: t('noMatchText'),
                  onClear: () => narrow(CLEARED),
                }
              }
            >
              <EmptyState title={t('nothingTitle')} text={t('nothingText')} />
            </ListState>
          }
          className="max-md:-mx-4"
        />
      </div>
      <ListFoot
        note={t('note', { days: LINK_STOPPED_DAYS })}
        shown={total > 0 && t(truncated ? 'shownOfMore' : 'shown', { shown: list.loaded.length, total })}
      />
      {over?.what === 'details' && (
        <LinkDrawer
          key={key}
          link={over.link}
          onReview={over.link.canReview ? () => show({ what: 'review', link: over.link }) : undefined}
          onStop={over.link.canStop ? () => show({ what: 'stop', links: [over.link] }) : undefined}
          {...control}
        />
      )}
      {over?.what === 'review' && <ReviewDialog key={key} link={over.link} {...control} />}
      {over?.what === 'stop' && (
        <StopDialog key={key} links={over.links} onStopped={list.clearSelection} {...control} />
      )}
    </>
  )
}
