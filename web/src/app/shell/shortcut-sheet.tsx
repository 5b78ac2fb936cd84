import type { ReactElement } from 'react'
import { shortcutScopes } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { t } from '../strings.ts'
import { SHORTCUT_SECTIONS, type ShortcutSection } from './shortcut-list.ts'

export interface ShortcutSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All shortcuts, those of the page in front first. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps): ReactElement {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={860}
      title={t('shortcuts')}
      footer={<Button onClick={() => onOpenChange(false)}>{t('close')}</Button>}
    >
      <section
        aria-label={t('shortcuts')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
        tabIndex={0}
        className="rounded-m outline-offset-4"
      >
        {sectionsByPage().map((section) => (
          <div key={section.name} className="mb-5 last:mb-0">
            <h3 className="mb-1 text-secondary font-semibold">{section.title}</h3>
            <dl className="columns-2 gap-8 max-md:columns-1">
              {section.rows.map(({ label, keys }) => (
                <div
                  key={label}
                  className="flex min-h-8 break-inside-avoid items-center justify-between gap-4 py-1 text-secondary"
                >
                  <dt className="min-w-0 text-fg-2">{label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((one) => (
                      <Kbd key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </section>
    </Dialog>
  )
}

/** Those that have to do with the page in front come first. */
function sectionsByPage(): readonly ShortcutSection[] {
  const names = shortcutScopes().flatMap(({ shortcuts }) => shortcuts.map(({ name }) => name))
  const isHere = ({ registered }: ShortcutSection) =>
    registered.some((beginning) => names.some((name) => name.startsWith(beginning)))
  const { here = [], elsewhere = [] } = Object.groupBy(SHORTCUT_SECTIONS, (section) =>
    isHere(section) ? 'here' : 'elsewhere',
  )
  return [...here, ...elsewhere]
}
