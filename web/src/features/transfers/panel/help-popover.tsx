import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../../../lib/i18n.ts'
import { t as e } from '../error-strings.ts'
import { t } from '../strings.ts'

/** Codes of A§8 with what to do, on hover or press. */
export function HelpPopover(): ReactElement {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={200}
        closeDelay={150}
        aria-label={t('help')}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-m text-fg-2 transition-colors hover:bg-hover data-popup-open:bg-hover max-md:size-11"
      >
        <CircleHelp size={16} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-[1500]"
        >
          <Popover.Popup className="pop-in max-h-(--available-height) w-[min(420px,calc(100vw-24px))] overflow-y-auto rounded-l border border-line bg-pop p-4 shadow-2 outline-none">
            <Popover.Title className="text-body font-semibold">{e('helpTitle')}</Popover.Title>
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-caption">
              {lines().map(([code, cause, remedy]) => (
                <div key={cause} className="contents">
                  <dt className="tabular font-semibold text-danger">{code}</dt>
                  <dd>
                    <span className="text-fg">{cause}</span>
                    {language === 'en-US' && ' '}
                    <span className="text-mut">{remedy}</span>
                  </dd>
                </div>
              ))}
            </dl>
            <p className="mt-3 border-t border-line pt-2.5 text-caption text-mut">{e('helpKept')}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const lines = (): [code: string, cause: string, remedy: string][] => [
  ['[002]', e('help002'), e('e002do')],
  ['[101]', e('e101'), e('e101do')],
  ['[102]', e('e102'), e('e102do')],
  ['[201]', e('e201'), e('e201do')],
  ['[202]', e('e202'), e('e202do')],
  ['[203]', e('e203'), e('e203do')],
  ['[301]', e('e301'), e('e301do')],
  ['[302]', e('e302'), e('e302do')],
  ['[303]', e('help303'), e('e303do')],
  ['[304]', e('e304'), e('e304do')],
  ['[305]', e('help305'), e('e305do')],
  [e('helpOther'), e('eFileMissing'), e('eFileDo')],
  ['', e('eLostPartInformation'), e('eAgainDo')],
  ['', e('eFragmentInfoNotSaved'), e('eAgainDo')],
  ['', e('eArrayOutOfBounds'), e('eAgainDo')],
  ['', e('eSecurity'), e('eSecurityDo')],
]
