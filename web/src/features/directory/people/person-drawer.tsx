import { type AdminPerson, createPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { UserX } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { call, wordsOf } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { tellError } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { NONE, refreshDirectory } from '../data.ts'
import { t } from '../strings.ts'
import { mayLeave } from './actions.ts'
import { showPasswords } from './passwords.ts'
import { PersonFields } from './person-fields.tsx'
import { changesOf, fieldOfRefusal, newPersonOf, personFaults, valuesOf } from './person-form.ts'
import { PersonView } from './person-view.tsx'

export interface PersonDrawerProps {
  /** Undefined for somebody new. */
  person: AdminPerson | undefined
  /** Where somebody new is put at first. */
  departmentId?: string | undefined
  /** Whether the reader's rights reach so far. */
  change: boolean
  onLeave: (person: AdminPerson) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One person at the right: to be changed, or to be looked at by those who may not. */
export function PersonDrawer(props: PersonDrawerProps): ReactElement {
  const { person, change } = props
  return person && !(change && person.canChange) ? (
    <Drawer
      open={props.open}
      onOpenChange={props.onOpenChange}
      side="right"
      title={<Title person={person} words={t('personTitle', { name: person.userRealName })} />}
    >
      <PersonView person={person} />
    </Drawer>
  ) : (
    <EditDrawer {...props} />
  )
}

const Title = ({ person, words }: { person: AdminPerson; words: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={person.userRealName} size={28} />
    <span className="truncate">{words}</span>
  </span>
)

function EditDrawer({ person, departmentId, onLeave, open, onOpenChange }: PersonDrawerProps): ReactElement {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [initial] = useState(() => valuesOf(person, departmentId === undefined ? NONE : departmentId))
  const form = useForm(initial, (values) => personFaults(values, person))
  const { values } = form
  const close = async (next: boolean, then?: () => void) => {
    if (!next && form.dirty && !busy) {
      const go = await confirm({
        type: 'warning',
        title: t('discardTitle'),
        text: t('discardText'),
        confirmText: t('discard'),
        cancelText: t('keepEditing'),
        danger: true,
      })
      if (!go) return
    }
    onOpenChange(next)
    then?.()
  }
  const send = async () => {
    setBusy(true)
    try {
      if (person) {
        await call(updatePerson, changesOf(values, person))
        toast.ok(t('personSaved', { name: values.userRealName.trim() }))
        onOpenChange(false)
      } else {
        const made = await call(createPerson, newPersonOf(values))
        onOpenChange(false)
        const { accountName, userRealName } = made.person
        if (made.password === null) toast.ok(t('personMade', { name: userRealName }))
        else void showPasswords([{ accountName, userRealName, password: made.password }])
      }
      await refreshDirectory()
    } catch (error) {
      const field = fieldOfRefusal(error)
      if (field) form.refuse({ [field]: wordsOf(error) })
      else tellError(t(person ? 'notSaved' : 'notMade'), error)
    } finally {
      setBusy(false)
    }
  }
  const button = t(person ? 'save' : 'create')
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => void close(next)}
      side="right"
      title={
        person ? (
          <Title person={person} words={t('editPerson', { name: person.userRealName })} />
        ) : (
          t('newPerson')
        )
      }
      footer={
        <>
          <p className="mr-auto self-center truncate text-caption text-mut">
            {person?.changeTime &&
              t('lastChange', {
                who: person.changedBy ?? t('somebody'),
                when: formatDateTime(person.changeTime),
              })}
          </p>
          <Button onClick={() => void close(false)}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
      >
        <PersonFields form={form} person={person} button={button} />
      </form>
      {person && mayLeave(person) && (
        <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-5">
          <span className="min-w-0">
            <span className="block text-body">{t('leaveTitle')}</span>
            <span className="block text-caption text-mut">{t('leaveHint')}</span>
          </span>
          <Button danger icon={UserX} onClick={() => void close(false, () => onLeave(person))}>
            {t('leave')}
          </Button>
        </div>
      )}
    </Drawer>
  )
}
