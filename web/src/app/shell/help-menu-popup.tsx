import { BASE_PATH } from '@clouddisk/contract/route'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Compass, FileText, Keyboard, Megaphone, MessageSquareText } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { sessionQuery } from '../../features/accounts/session.ts'
import type { ActionGroup } from '../../lib/action.ts'
import { linkActions } from '../../lib/configured-links.ts'
import { host, openOutside } from '../../lib/host.ts'
import { texts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { policyAddress } from '../../lib/policy-addresses.ts'
import type { AnchoredPopup } from '../../ui/menu.tsx'
import { MenuPopup } from '../../ui/overlay.ts'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { t } from '../strings.ts'

const FeedbackDialog = lazyPart(() => import('../../features/feedback/feedback-dialog.tsx'), 'FeedbackDialog')

/** Texts of this menu alone, so that they are not in the first load. */
const menuText = texts('help-menu', {
  topics: ['帮助文档', 'Help topics'],
  feedback: ['用户反馈', 'Feedback'],
  notice: ['公告', 'Notices'],
  userAgreement: ['用户协议', 'User agreement'],
  tour: ['重看新手引导', 'Show the tour again'],
})

export interface HelpMenuActions {
  onNotices: () => void
  onShortcuts: () => void
  /** Shows the tour again, where there is one. */
  onTour?: (() => void) | undefined
}

/** R36. */
export function HelpMenuPopup(props: AnchoredPopup & HelpMenuActions): ReactElement {
  const { onNotices, onShortcuts, onTour, ...popup } = props
  const { actions, dialogs } = useHelpActions()
  return (
    <>
      <MenuPopup
        {...popup}
        groups={[
          actions,
          policyActions(onNotices),
          [
            { name: 'shortcuts', label: t('shortcuts'), icon: Keyboard, keys: '?', run: onShortcuts },
            ...tourAction(onTour),
          ],
        ]}
      />
      {dialogs}
    </>
  )
}

/** Of this menu, of the phone's and of the quick search, with the dialogs that they open. */
export function useHelpActions(): { readonly actions: ActionGroup; readonly dialogs: ReactElement } {
  const navigate = useNavigate()
  const { links } = useSuspenseQuery(sessionQuery).data
  const { shown, key, show, control } = useDialogState<object>()
  const actions = [
    {
      name: 'help',
      label: menuText('topics'),
      icon: BookOpen,
      run: () => {
        if (host()) openOutside(new URL(`${BASE_PATH}help`, location.href).href)
        else void navigate({ to: '/help/$', params: { _splat: '' } })
      },
    },
    { name: 'feedback', label: menuText('feedback'), icon: MessageSquareText, run: () => show({}) },
    ...linkActions(links, 'help'),
  ]
  const dialogs = <Suspense>{shown && <FeedbackDialog key={key} {...control} />}</Suspense>
  return { actions, dialogs }
}

/** Of this menu and of the phone's. */
export const policyActions = (onNotices: () => void): ActionGroup => [
  { name: 'notice', label: menuText('notice'), icon: Megaphone, run: onNotices },
  { name: 'agreement', label: menuText('userAgreement'), icon: FileText, run: openAgreement },
]

/** Of this menu and of the phone's. */
export const tourAction = (onTour: (() => void) | undefined): ActionGroup =>
  onTour ? [{ name: 'tour', label: menuText('tour'), icon: Compass, run: onTour }] : []

/** Beside the page (R46). */
const openAgreement = () => openOutside(new URL(policyAddress('userAgreement'), location.href).href)
