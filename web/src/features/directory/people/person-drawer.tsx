import { ApiError } from '@clouddisk/client/http/errors'
import { type AdminPerson, createPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { UserX } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { formatFullDateTime, timeInSentence } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirmDiscard } from '../../../ui/confirm-discard.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { showError } from '../../../ui/failures.ts'
import { FormDrawer, useSubmission } from '../../../ui/form-dialog.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { t } from '../strings.ts'
import { mayLeave } from './actions.ts'
import { lastSeenText } from './columns.tsx'
import { showGeneratedPasswords } from './passwords.ts'
import { PersonFields } from './person-fields.tsx'
import { newPersonInput, personChanges, personErrors, personFormValues, refusedField } from './person-form.ts'
import { PersonView } from './person-view.tsx'

export interface PersonDrawerProps extends OverlayControl {
  /** Undefined for a new person. */
  person: AdminPerson | undefined
  /** Department of a new person. */
  departmentId?: string | undefined
  /** Whether the reader may change people. */
  change: boolean
  onLeave: (person: AdminPerson) => void
}

/** A person in a drawer; read-only for readers who may not change it. */
export function PersonDrawer(props: PersonDrawerProps): ReactElement {
  const { person, change } = props
  return person && !(change && person.canChange) ? (
    <Drawer
      open={props.open}
      onOpenChange={props.onOpenChange}
      side="right"
      title={<Title person={person} text={t('personTitle', { name: person.userRealName })} />}
    >
      <PersonView person={person} />
      <Identities userId={person.userId} />
    </Drawer>
  ) : (
    <EditDrawer {...props} />
  )
}

function Identities({ userId }: { userId: string }): ReactElement | null {
  const identity = useExtension('identity')
  if (!identity) return null
  return (
    <Suspense>
      <identity.PersonIdentities userId={userId} />
    </Suspense>
  )
}

/** Read-only facts. */
function Times({ person }: { person: AdminPerson }): ReactElement {
  const lines = [
    [t('joined'), formatFullDateTime(person.createTime)],
    [t('lastSeen'), lastSeenText(person, formatFullDateTime)],
  ] as const
  return (
    <dl className="mt-5 grid grid-cols-2 gap-3 border-t border-line pt-5 max-md:grid-cols-1">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="text-secondary text-mut">{label}</dt>
          <dd className="tabular text-body">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Title = ({ person, text }: { person: AdminPerson; text: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={person.userRealName} size={28} />
    <span className="truncate">{text}</span>
  </span>
)

function EditDrawer({ person, departmentId, onLeave, open, onOpenChange }: PersonDrawerProps): ReactElement {
  const [initial] = useState(() => personFormValues(person, departmentId))
  const form = useForm(initial, (values) => personErrors(values, person))
  const { values } = form
  const send = async () => {
    if (person) {
      await call(updatePerson, personChanges(values, person))
      toast.ok(t('personSaved', { name: values.userRealName.trim() }))
      onOpenChange(false)
    } else {
      const created = await call(createPerson, newPersonInput(values))
      onOpenChange(false)
      const { accountName, userRealName } = created.person
      void showGeneratedPasswords([
        { accountName, userRealName, password: created.password ?? values.password },
      ])
    }
    await refreshDirectory()
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedField(error)
    // A new person does not exist yet: what is not found is the department.
    if (!person && error instanceof ApiError && error.name === 'not_found')
      form.refuse({ departmentId: t('departmentGone') })
    else if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t(person ? 'notSaved' : 'notMade'), error)
  })
  const leave = async (leaving: AdminPerson) => {
    if (submission.busy || (form.dirty && !(await confirmDiscard()))) return
    onOpenChange(false)
    onLeave(leaving)
  }
  const button = t(person ? 'save' : 'create')
  return (
    <FormDrawer
      open={open}
      onOpenChange={onOpenChange}
      submission={submission}
      title={
        person ? (
          <Title person={person} text={t('editPerson', { name: person.userRealName })} />
        ) : (
          t('newPerson')
        )
      }
      footerStart={
        <p className="mr-auto self-center truncate text-caption text-mut">
          {person?.changeTime &&
            t('lastChange', {
              who: person.changedBy ?? t('somebody'),
              when: timeInSentence(person.changeTime),
            })}
        </p>
      }
      button={button}
      after={
        person && (
          <>
            <Times person={person} />
            <Identities userId={person.userId} />
            {mayLeave(person) && (
              <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-5">
                <span className="min-w-0">
                  <span className="block text-body">{t('leaveTitle')}</span>
                  <span className="block text-caption text-mut">{t('leaveHint')}</span>
                </span>
                <Button danger icon={UserX} onClick={() => void leave(person)}>
                  {t('leave')}
                </Button>
              </div>
            )}
          </>
        )
      }
    >
      <PersonFields form={form} person={person} button={button} />
    </FormDrawer>
  )
}
