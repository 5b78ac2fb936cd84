import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'
import { t } from './strings.ts'

const CHOSEN = 'clouddisk.directory'

interface DomainAccountState {
  readonly isOn: boolean
  readonly domainOnly: boolean
  /** Known to be there, and none offered. */
  readonly isMissing: boolean
  readonly directories: readonly { readonly directoryId: string; readonly name: string }[]
  readonly directoryId: string | undefined
  /** '' for local accounts. */
  choose(directoryId: string): void
  readonly credentials: { readonly directoryId?: string }
}

/** Whether people sign in with the password of a directory, and of which (R54). */
export function useDomainAccount(domainOnly: boolean): DomainAccountState {
  const options = useQuery(signInOptionsQuery).data
  const [chosen, setChosen] = useState(() => readStored(CHOSEN) ?? '')
  const directories = options?.directories ?? []
  const known = directories.find(({ directoryId }) => directoryId === chosen)?.directoryId
  const directoryId = known ?? (domainOnly ? directories[0]?.directoryId : undefined)
  return {
    isOn: directoryId !== undefined,
    domainOnly,
    isMissing: options !== undefined && directories.length === 0,
    directories,
    directoryId,
    choose: (next) => {
      setChosen(next)
      writeStored(CHOSEN, next)
    },
    credentials: directoryId === undefined ? {} : { directoryId },
  }
}

/** The switch of the sign-in form, and the directory where there are several. */
export function DomainAccount({ domain }: { domain: DomainAccountState }): ReactElement | null {
  const { isOn, domainOnly, isMissing, directories, directoryId, choose } = domain
  if (domainOnly && isMissing)
    return (
      <p role="alert" className="rounded-m bg-warn-soft px-3.5 py-2.5 text-secondary text-warn">
        {t('domainMissing')}
      </p>
    )
  const [first] = directories
  if (!first) return null
  return (
    <>
      {!domainOnly && (
        <Switch
          checked={isOn}
          onChange={(on) => choose(on ? first.directoryId : '')}
          label={t('domainAccount')}
        />
      )}
      {isOn && directories.length > 1 && (
        <Field label={t('domain')}>
          <Select
            size="large"
            value={directoryId ?? ''}
            onChange={choose}
            options={directories.map((one) => ({ value: one.directoryId, label: one.name }))}
          />
        </Field>
      )}
    </>
  )
}
