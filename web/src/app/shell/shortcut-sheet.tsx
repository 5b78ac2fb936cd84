import type { ReactElement } from 'react'
import { shortcutScopes } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { t } from '../strings.ts'

export interface ShortcutSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The shortcuts registered for the current page. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps): ReactElement {
  const scopes = shortcutScopes()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={640}
      title={t('shortcuts')}
      footer={<Button onClick={() => onOpenChange(false)}>{t('close')}</Button>}
    >
      {scopes.map((scope) => (
        <section key={scope.label} className="mb-5 last:mb-0">
          <h3 className="mb-1 text-secondary font-semibold">{scope.label}</h3>
          <dl className="columns-2 gap-8 max-md:columns-1">
            {scope.shortcuts
              .filter((one) => one.keys)
              .map((one) => (
                <div
                  key={one.name}
                  className="flex h-8 break-inside-avoid items-center justify-between gap-4 text-secondary"
                >
                  <dt className="truncate text-fg-2">{one.label}</dt>
                  <dd>
                    <Kbd keys={one.keys ?? ''} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
