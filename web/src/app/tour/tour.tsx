import { LIMITS } from '@clouddisk/contract/limits'
import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { showDialog } from '../../features/groups/dialog-state.ts'
import { usePhone } from '../../lib/media-query.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { boxOf, Spotlight } from '../../ui/spotlight.tsx'
import { GroupPicture, MenuPicture, SharingPicture } from './pictures.tsx'
import { t } from './strings.ts'

const NEW_GROUP = '[data-tour=new-group]'
const MENU_BUTTON = '[data-tour=menu-button]'

interface Step {
  readonly selector: string
  /** Where the menu is behind a button. */
  readonly phoneSelector: string
  readonly Picture: () => ReactElement
  readonly title: 'menuTitle' | 'sharingTitle' | 'groupTitle'
  readonly text: 'menuText' | 'sharingText' | 'groupText'
  readonly phoneText: 'menuTextPhone' | 'sharingTextPhone' | 'groupText'
}

const STEPS: readonly [Step, Step, Step] = [
  {
    selector: 'li[data-tour]',
    phoneSelector: MENU_BUTTON,
    Picture: MenuPicture,
    title: 'menuTitle',
    text: 'menuText',
    phoneText: 'menuTextPhone',
  },
  {
    selector: 'li[data-tour="/fileShare"]',
    phoneSelector: MENU_BUTTON,
    Picture: SharingPicture,
    title: 'sharingTitle',
    text: 'sharingText',
    phoneText: 'sharingTextPhone',
  },
  {
    selector: NEW_GROUP,
    phoneSelector: NEW_GROUP,
    Picture: GroupPicture,
    title: 'groupTitle',
    text: 'groupText',
    phoneText: 'groupText',
  },
]
const LAST = LIMITS.tourSteps - 1

/** The guided tour (A§2): the menu, internal sharing, and the button that makes a group. */
export function Tour({ onEnd }: { onEnd: () => void }): ReactElement {
  const router = useRouter()
  const phone = usePhone()
  const [at, setAt] = useState(0)
  const [opening, setOpening] = useState(false)
  const tried = useRef(false)
  const { selector, phoneSelector, Picture, title, text, phoneText } = STEPS[at] ?? STEPS[0]
  const [heading, words] = [t(title), t(phone ? phoneText : text)]
  useEffect(() => {
    if (at > 0) announce(`${heading} ${words}`)
  }, [at, heading, words])
  const next = async () => {
    if (at + 1 === LAST) {
      setOpening(true)
      await router.navigate({ to: '/groupFile' })
      await drawn(NEW_GROUP)
      setOpening(false)
    }
    setAt(at + 1)
  }
  const tryNow = () => {
    tried.current = true
    onEnd()
    showDialog({ kind: 'create' })
  }
  // Without space to give to a group there is nothing to try.
  const canTry = at === LAST && document.querySelector(`${NEW_GROUP}:not([aria-disabled=true])`) !== null
  return (
    <Spotlight
      selector={phone ? phoneSelector : selector}
      side={phone || at === LAST ? 'bottom' : 'right'}
      title={heading}
      closeLabel={t('skip')}
      onClose={onEnd}
      returnFocus={() => !tried.current}
      footerStart={<Progress at={at} />}
      action={
        at < LAST ? (
          <Button variant="primary" busy={opening} data-autofocus onClick={() => void next()}>
            {t('next')}
          </Button>
        ) : (
          <Button variant="primary" data-autofocus onClick={canTry ? tryNow : onEnd}>
            {t(canTry ? 'tryNow' : 'know')}
          </Button>
        )
      }
    >
      <div aria-hidden className="mb-4 flex h-33 items-center justify-center rounded-l bg-field">
        <Picture />
      </div>
      <p aria-hidden className="text-section font-semibold">
        {heading}
      </p>
      <p className="mt-1 text-secondary text-fg-2">{words}</p>
    </Spotlight>
  )
}

const Progress = ({ at }: { at: number }): ReactElement => (
  <p className="tabular flex items-center gap-1.5 text-caption text-mut">
    {STEPS.map(({ title }, index) => (
      <span
        key={title}
        aria-hidden
        className={clsx('h-1.5 rounded-full', index === at ? 'w-3.5 bg-accent' : 'w-1.5 bg-line-2')}
      />
    ))}
    <span aria-hidden className="ml-1.5">
      {at + 1} / {LIMITS.tourSteps}
    </span>
    <span className="sr-only">{t('step', { step: at + 1, steps: LIMITS.tourSteps })}</span>
  </p>
)

const DRAWN_MS = 10_000

/** Resolves when the element is drawn, or after 10 s: the card is then shown without it. */
function drawn(selector: string): Promise<void> {
  const late = performance.now() + DRAWN_MS
  return new Promise((resolve) => {
    const look = () => {
      if (boxOf(selector) || performance.now() > late) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
}
