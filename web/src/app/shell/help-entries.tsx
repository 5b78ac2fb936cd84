import { type ReactElement, Suspense } from 'react'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { NoticesDialog } from '../policies.tsx'
import { policyActions, tourAction, useHelpActions } from './help-menu-popup.tsx'

export interface HelpEntriesProps {
  /** Called after an entry was chosen, so that the drawer closes. */
  onChosen: () => void
  /** Shows the tour again, where there is one. */
  onTour?: (() => void) | undefined
}

/** The entries of the help menu in the drawer of a phone, and what they open, which is to be drawn beside the drawer. */
export function useHelpEntries({ onChosen, onTour }: HelpEntriesProps): {
  readonly entries: ReactElement
  readonly dialogs: ReactElement
} {
  const { actions, dialogs } = useHelpActions()
  const { shown, key, show, control } = useDialogState<'notices'>()
  const all = [...actions, ...policyActions(() => show('notices')), ...tourAction(onTour)]
  const entries = (
    <div className="border-t border-side-line px-3 py-2">
      {all.map(({ name, label, icon: Icon, run }) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            onChosen()
            run?.()
          }}
          className="flex h-11 w-full items-center gap-3 rounded-m px-3 text-left text-body text-side-fg outline-side-focus hover:bg-side-hover"
        >
          {Icon && <Icon size={18} aria-hidden />}
          {label}
        </button>
      ))}
    </div>
  )
  return {
    entries,
    dialogs: (
      <>
        {dialogs}
        <Suspense>{shown && <NoticesDialog key={key} {...control} />}</Suspense>
      </>
    ),
  }
}
