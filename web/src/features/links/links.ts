import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import {
  checkLinkDlp,
  createOrUpdateLink,
  type Link,
  pageLinks,
  removeLinks,
} from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { callInBatches } from '../../lib/batches.ts'
import { copyText } from '../../lib/copy-text.ts'
import type { LinkSubject } from '../../lib/extension-points.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createRequests } from '../../lib/requests.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { changedSettings, type LinkValues } from './link-values.ts'
import { t } from './strings.ts'
import { isStopped, nameOf } from './words.ts'

/** Creating, changing, copying and stopping external links. */

/** What the dialog is opened for. */
export const linkRequests = createRequests<LinkSubject, void>()

/** The latest working link of an item; null for none. Asked each time the dialog opens, and not while it is open. */
export const openLinkQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ['open-link', instanceId],
    queryFn: ({ signal }) => latestLink(instanceId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function latestLink(instanceId: string, signal?: AbortSignal): Promise<Link | null> {
  const { list } = await call(
    pageLinks,
    { instanceId, status: 'valid', pageSize: 1 },
    signal ? { signal } : {},
  )
  return list[0] ?? null
}

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeys.links })

/** Rejects with the call's error. */
export const whatALinkMeets = (items: readonly Instance[]): Promise<Reply<typeof checkLinkDlp>> =>
  call(checkLinkDlp, { instanceIds: items.map(({ instanceId }) => instanceId) })

/** Rejects with the call's error. */
export async function createLink(items: readonly Instance[], values: LinkValues): Promise<Link> {
  const instanceIds = items.map(({ instanceId }) => instanceId)
  const link = await call(createOrUpdateLink, { instanceIds, ...changedSettings(values, undefined) })
  void refresh()
  return link
}

/** Rejects with the call's error. */
export async function changeLink(link: Link, values: LinkValues): Promise<Link> {
  const settings = changedSettings(values, link)
  if (Object.keys(settings).length === 0) return link
  const changed = await call(createOrUpdateLink, { shareId: link.shareId, ...settings })
  void refresh()
  toast.ok(t('saved'))
  return changed
}

/** Whether a folder has a link of the caller's already, which can be changed instead. */
export const hasOwnLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.name === 'link_exists' && typeof error.details.shareId === 'string'

/** Offers that link; undefined if the offer is declined. */
export async function offerExisting(
  items: readonly Instance[],
  { details: { name, shareId } }: ApiError,
): Promise<Link | undefined> {
  const sure = await confirm({
    type: 'info',
    title: t('existsTitle', { name: String(name) }),
    text: t('existsText'),
    confirmText: t('openExisting'),
  })
  if (!sure) return undefined
  for (const item of items) {
    if (item.classifierId !== 'Folder' || item.instanceName !== name) continue
    const link = await latestLink(item.instanceId)
    if (link && link.shareId === shareId) return link
  }
  return undefined
}

/** What is sent to whoever may open it, in the sender's language. */
const invitationTo = ({ url, code }: Link): string =>
  code ? t('invitation', { url, code }) : t('invitationOpen', { url })

export const copyInvitation = (link: Link): Promise<void> =>
  copy(invitationTo(link), t(link.code ? 'bothCopied' : 'linkCopied'))
export const copyUrl = ({ url }: Link): Promise<void> => copy(url, t('linkCopied'))
export const copyCode = ({ code }: Link): Promise<void> => copy(code, t('codeCopied'))

async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast.ok(done)
  else toast.error(t('notCopied'))
}

/** Stops links after a question; shows its own errors. Returns whether any was stopped. */
export async function stopLinks(some: readonly Link[]): Promise<boolean> {
  const links = some.filter((link) => !isStopped(link))
  const [only] = links
  if (!only) return false
  const sure = await confirm({
    type: 'warning',
    title:
      links.length === 1
        ? t('stopOneTitle', { name: nameOf(only) })
        : t('stopTitle', { count: links.length }),
    text: t('stopText'),
    confirmText: t('stop'),
    confirmIcon: Ban,
    danger: true,
  })
  if (!sure) return false
  try {
    const ids = links.map(({ shareId }) => shareId)
    const answers = await callInBatches(ids, (shareIds) => call(removeLinks, { shareIds }))
    const failed = answers
      .flatMap(({ list }) => list)
      .flatMap(({ instanceId, errcode, errmsg }) => {
        const link = links.find((one) => one.shareId === instanceId)
        return errcode === 0 || !link
          ? []
          : [{ item: { instanceId, instanceName: nameOf(link) }, errcode, errmsg }]
      })
    const count = links.length - failed.length
    if (count > 0) toast.ok(t('stopped', { count }))
    showFailures(t('notStopped'), failed)
    await refresh()
    return count > 0
  } catch (error) {
    showError(t('notStopped'), error)
    void refresh()
    return false
  }
}
