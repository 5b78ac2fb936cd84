import { ApiError } from '@clouddisk/client/http/errors'
import type { Link, LinkTarget } from '@clouddisk/contract/links'
import { useQuery } from '@tanstack/react-query'
import { Copy, Link as LinkIcon, Settings2 } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { isBadFieldError } from '../../lib/bad-field.ts'
import { type LinkSubject, useExtension } from '../../lib/extension-points.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showError } from '../../ui/failures.ts'
import type { DialogProps } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LinkFields } from './link-fields.tsx'
import { isObstacle, LinkOutcome, type Outcome } from './link-outcome.tsx'
import { LinkResult } from './link-result.tsx'
import { Subject } from './link-subject.tsx'
import { changedSettings, errorsOf, type LinkValues, newValues, valuesOf } from './link-values.ts'
import {
  changeLink,
  copyInvitation,
  copyUrl,
  createLink,
  hasOwnLink,
  linkRequests,
  offerExisting,
  openLinkQuery,
  stopLinks,
  whatALinkMeets,
} from './links.ts'
import { outboundQuery, refreshOutbound } from './outbound/outbound.ts'
import { OutboundDialog } from './outbound/outbound-dialog.tsx'
import { t } from './strings.ts'
import { isReparable, isStopped, isUsable } from './words.ts'

/** The dialog of external links; stands once in the page. */
export function LinkDialogs(): ReactElement | null {
  const request = linkRequests.useOpen()
  return request ? (
    <LinkDialog key={request.id} subject={request.question} onClose={() => request.answer()} />
  ) : null
}

/** What is in front: the settings of a new link or of one, or a link as it is handed on. */
interface View {
  readonly link?: Link
  readonly settings: boolean
  /** It was made just now. */
  readonly isNew?: boolean
}

const isFolder = ({ classifierId }: Pick<LinkTarget, 'classifierId'>): boolean => classifierId === 'Folder'

const KINDS = ['user', 'department', 'group'] as const

/** Asks for the settings of a link, then shows it; where there is one already, shows that. */
function LinkDialog({ subject, onClose }: { subject: LinkSubject; onClose: () => void }): ReactElement {
  const items = 'items' in subject ? subject.items : []
  const only = items.length === 1 ? items[0] : undefined
  const [chosen, setView] = useState<View | undefined>(
    'link' in subject
      ? { link: subject.link, settings: subject.edit ?? false }
      : only
        ? undefined
        : { settings: true },
  )
  const existing = useQuery({
    ...openLinkQuery(only?.instanceId ?? ''),
    enabled: only !== undefined && chosen === undefined,
  })
  const outbound = useQuery({ ...outboundQuery, enabled: 'items' in subject })
  const found: View | undefined = existing.isSuccess
    ? existing.data
      ? { link: existing.data, settings: false }
      : { settings: true }
    : undefined
  const view = chosen ?? found
  const link = view?.link
  const [first] = useState(() => ('link' in subject ? valuesOf(subject.link) : newValues()))
  const form = useForm<LinkValues>(first, (values) => errorsOf(values, link))
  const [busy, setBusy] = useState(false)
  const [picking, setPicking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const people = useExtension('people')
  /** The list of links stands behind it. */
  const editsOnly = 'link' in subject && subject.edit === true

  const edit = (of: Link) => {
    form.set(valuesOf(of))
    setView({ link: of, settings: true })
  }
  const send = async (anyway = false) => {
    setBusy(true)
    try {
      if (!link && !anyway) {
        const met = await whatALinkMeets(items)
        if (isObstacle(met)) {
          // It may be the permission that was lost.
          await refreshOutbound()
          return setOutcome(met)
        }
      }
      setOutcome(undefined)
      const made = await (link ? changeLink(link, form.values) : createLink(items, form.values))
      if (editsOnly) onClose()
      else setView({ link: made, settings: false, isNew: !link })
    } catch (error) {
      await refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const refuse = async (error: unknown) => {
    const what = t(link ? 'notSaved' : 'notCreated')
    if (error instanceof ApiError && error.name === 'no_outbound_permission' && !link) await refreshOutbound()
    else if (isBadFieldError(error, 'code')) form.refuse({ code: errorMessage(error) })
    else if (!hasOwnLink(error)) showError(what, error)
    else
      try {
        const own = await offerExisting(items, error)
        if (own) setView({ link: own, settings: false })
      } catch (failure) {
        showError(what, failure)
      }
  }
  const stop = async () => {
    if (link && (await stopLinks([link]))) onClose()
  }

  const dialog = {
    open: true,
    busy,
    width: 640,
    description: <Subject targets={link?.targets ?? items} />,
  } as const
  const closing = (open: boolean) => !open && onClose()

  const isNew = view?.settings && !link
  if (!view || (isNew && !outbound.data)) {
    const asked = view ? outbound : existing
    return (
      <Dialog {...dialog} title={t('title')} onOpenChange={closing}>
        {asked.error ? (
          <ErrorState
            title={t('notRead')}
            text={errorMessage(asked.error)}
            retrying={asked.isFetching}
            onRetry={() => void asked.refetch()}
          />
        ) : (
          <Loading />
        )}
      </Dialog>
    )
  }
  if (isNew && outbound.data && !outbound.data.permitted)
    return (
      <OutboundDialog
        open
        width={dialog.width}
        description={dialog.description}
        items={items}
        request={outbound.data.request}
        approvalUrl={outbound.data.approvalUrl}
        onClose={onClose}
      />
    )
  if (outcome)
    return (
      <LinkOutcome
        outcome={outcome}
        items={items}
        busy={busy}
        onCreate={() => void send(true)}
        onClose={onClose}
      />
    )
  if (picking && people)
    return (
      <Dialog
        {...dialog}
        width={860}
        title={t('choosePeopleTitle')}
        onOpenChange={(open) => !open && setPicking(false)}
        footer={
          <Button variant="primary" onClick={() => setPicking(false)}>
            {t('done')}
          </Button>
        }
      >
        <Suspense fallback={<Loading />}>
          <people.Picker
            roles={[]}
            firstRole=""
            kinds={KINDS}
            chosen={form.values.people}
            onChange={(next) => form.set({ people: next })}
          />
        </Suspense>
      </Dialog>
    )
  if (view.settings || !link) {
    const submit = () => form.submit(() => void send())
    return (
      <Dialog
        {...dialog}
        title={t(link ? 'settings' : 'title')}
        dirty={link ? Object.keys(changedSettings(form.values, link)).length > 0 : form.dirty}
        onOpenChange={(open) => {
          if (open) return
          if (link && !editsOnly) setView({ link, settings: false })
          else onClose()
        }}
        footer={
          <>
            <CloseButton />
            <Button variant="primary" icon={link ? undefined : LinkIcon} busy={busy} onClick={submit}>
              {t(link ? 'saveSettings' : 'create')}
            </Button>
          </>
        }
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) submit()
          }}
        >
          <LinkFields
            form={form}
            link={link}
            foldersOnly={(link?.targets ?? items).every(isFolder)}
            onPickPeople={() => setPicking(true)}
          />
          <button type="submit" hidden />
        </form>
      </Dialog>
    )
  }
  return (
    <Dialog
      {...dialog}
      title={t(view.isNew ? 'created' : 'title')}
      onOpenChange={closing}
      {...resultFooter(link, {
        onEdit: () => edit(link),
        onStop: () => void stop(),
        onAnother:
          only?.classifierId === 'File' && !view.isNew
            ? () => {
                form.set(first)
                setView({ settings: true })
              }
            : undefined,
      })}
    >
      <LinkResult link={link} />
    </Dialog>
  )
}

function resultFooter(
  link: Link,
  actions: { onEdit: () => void; onStop: () => void; onAnother: (() => void) | undefined },
): Pick<DialogProps, 'footer' | 'footerStart'> {
  if (isStopped(link)) return { footer: <CloseButton>{t('done')}</CloseButton> }
  if (!isUsable(link))
    return {
      footerStart: (
        <Button size="small" variant="bare" danger className="-ml-2.5" onClick={actions.onStop}>
          {t('stop')}
        </Button>
      ),
      footer: (
        <>
          <CloseButton>{t('done')}</CloseButton>
          {isReparable(link) && (
            <Button variant="primary" icon={Settings2} onClick={actions.onEdit}>
              {t('repair')}
            </Button>
          )}
        </>
      ),
    }
  return {
    footerStart: (
      <span className="-ml-2.5 flex flex-wrap gap-x-1 gap-y-2">
        <Button size="small" variant="bare" onClick={actions.onEdit}>
          {t('change')}
        </Button>
        {actions.onAnother && (
          <Button size="small" variant="bare" onClick={actions.onAnother}>
            {t('another')}
          </Button>
        )}
        <Button size="small" variant="bare" danger onClick={actions.onStop}>
          {t('stop')}
        </Button>
      </span>
    ),
    footer: (
      <>
        {link.code && <Button onClick={() => void copyUrl(link)}>{t('copyLink')}</Button>}
        <Button variant="primary" icon={Copy} onClick={() => void copyInvitation(link)}>
          {t(link.code ? 'copyBoth' : 'copyLink')}
        </Button>
      </>
    ),
  }
}
