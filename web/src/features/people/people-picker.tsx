import { type ReactElement, useEffect, useRef, useState } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import type { PickerProps } from '../../lib/people.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ChosenList } from './chosen-list.tsx'
import { rememberRecipients } from './recent.ts'
import { recipientSelection } from './recipient-selection.ts'
import { Sources } from './sources.tsx'
import { t } from './strings.ts'

const KINDS = ['user', 'department'] as const

/** Where to choose from at the left, what is chosen at the right; on a phone one behind the other. */
export function PeoplePicker(props: PickerProps): ReactElement {
  const { chosen, roles, kinds = KINDS, after, below, roster, onRosterClosed } = props
  const phone = usePhone()
  const choice = recipientSelection(props)
  useRemembered(props)
  const sources = <Sources choice={choice} kinds={kinds} roster={roster} onRosterClosed={onRosterClosed} />
  const list = <ChosenList choice={choice} kinds={kinds} roles={roles} after={after} below={below} />
  if (phone)
    return <Steps count={chosen.length} sources={sources} list={list} roster={roster !== undefined} />
  return (
    <div className="grid h-[min(602px,calc(92vh-176px))] grid-cols-[minmax(240px,302px)_1fr] overflow-hidden rounded-l border border-line">
      <div className="flex min-h-0 min-w-0 flex-col border-r border-line bg-canvas">{sources}</div>
      <div className="flex min-h-0 min-w-0 flex-col">{list}</div>
    </div>
  )
}

function Steps(props: {
  count: number
  sources: ReactElement
  list: ReactElement
  roster: boolean
}): ReactElement {
  const { count, sources, list, roster } = props
  const [step, setStep] = useState<'choose' | 'chosen'>('choose')
  const [shown, setShown] = useState(roster)
  // The chosen list opens a roster, which the sources show; closing it returns to the chosen list.
  if (roster !== shown) {
    setShown(roster)
    setStep(roster ? 'choose' : 'chosen')
  }
  return (
    <div className="-mx-6 -mb-5 flex h-[calc(100dvh-158px)] flex-col">
      <Tabs
        label={t('steps')}
        tabs={[
          { value: 'choose', label: t('stepChoose') },
          { value: 'chosen', label: t('stepChosen'), count },
        ]}
        value={step}
        onChange={setStep}
        className="px-6"
      >
        {step === 'choose' ? sources : list}
      </Tabs>
    </div>
  )
}

/** Remembers the recipients that are chosen when the dialog closes. */
function useRemembered({ chosen }: PickerProps): void {
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  useEffect(() => () => rememberRecipients(latest.current), [])
}
