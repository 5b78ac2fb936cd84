import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'

export interface SpotlightProps {
  /** The elements that are lit, found anew in each frame; without any, the card is in the middle of the page. */
  selector: string
  side: 'right' | 'bottom'
  title: string
  /** The button that closes the card, as Esc does. */
  closeLabel: string
  onClose: () => void
  /** Whether focus goes back, after the card, to where it was. */
  returnFocus: () => boolean
  /** In the card's last line: at its start, and after the closing button. */
  footerStart: ReactNode
  action: ReactNode
  children: ReactNode
}

/** Px between the lit elements and their frame, and between the frame and the card. */
const FRAME = 4
const CARD_OFFSET = 12
/** A press beside the card does nothing. */
const CLOSES: ReadonlySet<string> = new Set(['escape-key', 'close-press'])

/** A card beside a part of the page that stays lit while the rest is dimmed. The page can't be used meanwhile. */
export function Spotlight(props: SpotlightProps): ReactElement {
  const { selector, side, title, closeLabel, onClose, returnFocus, children } = props
  const box = useBoxOf(selector)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => box ?? middle() }), [box])
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open modal onOpenChange={(_, { reason }) => CLOSES.has(reason) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={box ? 'fixed inset-0 z-[1600]' : 'fixed inset-0 z-[1600] bg-scrim'} />
        {box && (
          <div
            aria-hidden
            data-spotlight
            className="pointer-events-none fixed z-[1600] rounded-l shadow-[0_0_0_200vmax_var(--scrim)] outline-2 outline-white"
            style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
          />
        )}
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={side === 'right' ? 'center' : 'end'}
          sideOffset={CARD_OFFSET}
          collisionPadding={16}
          className="z-[1600]"
        >
          <Base.Popup
            ref={popup}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
            finalFocus={() => returnFocus()}
            className="w-[min(360px,calc(100vw-32px))] rounded-xl bg-pop p-5 text-fg shadow-3 outline-none max-md:p-4"
          >
            <Base.Arrow className="size-3 rotate-45 rounded-[2px] bg-pop data-[side=bottom]:-top-1.5 data-[side=left]:-right-1.5 data-[side=right]:-left-1.5 data-[side=top]:-bottom-1.5" />
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
            <div className="mt-5 flex items-center gap-2">
              {props.footerStart}
              <span className="flex-1" />
              <Base.Close render={<Button variant="bare">{closeLabel}</Button>} />
              {props.action}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const middle = () => new DOMRect(innerWidth / 2, innerHeight / 4, 0, 0)

/** The box around the elements. It is read in each frame: what is lit moves with the page's width and its content. */
function useBoxOf(selector: string): DOMRect | undefined {
  const [box, setBox] = useState<DOMRect>()
  useEffect(() => {
    let frame = 0
    let last: DOMRect | undefined
    const look = () => {
      const next = boxOf(selector)
      if (!isSame(last, next)) setBox(next)
      last = next
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [selector])
  return box
}

/** What is drawn of the elements in the window, with the frame's distance. */
export function boxOf(selector: string): DOMRect | undefined {
  const boxes = [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  if (boxes.length === 0) return undefined
  const left = Math.max(FRAME, Math.min(...boxes.map((one) => one.left)) - FRAME)
  const top = Math.max(FRAME, Math.min(...boxes.map((one) => one.top)) - FRAME)
  const right = Math.min(innerWidth - FRAME, Math.max(...boxes.map((one) => one.right)) + FRAME)
  const bottom = Math.min(innerHeight - FRAME, Math.max(...boxes.map((one) => one.bottom)) + FRAME)
  return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined
}

const isSame = (a: DOMRect | undefined, b: DOMRect | undefined): boolean =>
  a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height
