import { type DirectoryPreview, tryDirectory } from '@clouddisk/contract/directories'
import { directoryProblemText } from '@clouddisk/contract/directory-words'
import type { Input } from '@clouddisk/contract/route'
import { CircleCheck } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { t } from './strings.ts'

interface PreviewState {
  readonly data: DirectoryPreview | undefined
  readonly isPending: boolean
  run(input: Input<typeof tryDirectory>, refuse: (error: unknown) => void): Promise<void>
}

/** Settings are tried as they stand in the form. */
export function usePreview(): PreviewState {
  const [data, setData] = useState<DirectoryPreview>()
  const [isPending, setPending] = useState(false)
  return {
    data,
    isPending,
    run: async (input, refuse) => {
      setPending(true)
      setData(undefined)
      try {
        setData(await call(tryDirectory, input))
      } catch (error) {
        refuse(error)
      } finally {
        setPending(false)
      }
    },
  }
}

/** Ten entries as they would become people. */
export function Preview({ state: { data } }: { state: PreviewState }): ReactElement | null {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (data) element.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  if (!data) return null
  const { secure, departments, groups, people } = data
  return (
    <section ref={element} aria-live="polite" className="rounded-m border border-line p-3.5">
      <p className="flex items-center gap-2 text-body">
        <CircleCheck size={16} aria-hidden className="shrink-0 text-ok" />
        {t(secure ? 'tryOk' : 'tryOkPlain', { departments, groups: groups.length })}
      </p>
      {people.length === 0 ? (
        <p className="mt-2 text-secondary text-warn">{t('previewNone')}</p>
      ) : (
        <People people={people} />
      )}
    </section>
  )
}

const People = ({ people }: Pick<DirectoryPreview, 'people'>): ReactElement => (
  <>
    <p className="mt-3 mb-1.5 text-secondary text-mut">{t('preview', { count: people.length })}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
    <section aria-label={t('preview', { count: people.length })} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-[640px] text-left text-secondary">
        <thead className="text-mut">
          <tr>
            {[
              t('accountAttribute'),
              t('realNameAttribute'),
              t('userNameAttribute'),
              t('mailAttribute'),
              t('department'),
            ].map((label) => (
              <th key={label} scope="col" className="py-1.5 pr-4 font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.dn} className="border-t border-line align-top" title={person.dn}>
              <td className="py-1.5 pr-4">
                {person.accountName || '–'} {person.disabled && <Chip>{t('previewDisabled')}</Chip>}
                {person.problem && (
                  <span className="block text-caption text-danger">
                    {directoryProblemText({ problem: person.problem, value: person.accountName }, language)}
                  </span>
                )}
              </td>
              <td className="py-1.5 pr-4">{person.userRealName}</td>
              <td className="py-1.5 pr-4">{person.userName}</td>
              <td className="py-1.5 pr-4">{person.email || '–'}</td>
              <td className="py-1.5">{person.departmentPath.join(' / ') || t('noDepartment')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </>
)
