import type { Language } from '@clouddisk/contract/errors'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { AnchorHTMLAttributes, ReactElement, ReactNode } from 'react'
import './policies.css'
import { wordsOf } from './strings.ts'

interface PolicyFrameProps {
  language: Language
  /** Not printed. */
  tools: ReactNode
  children: ReactNode
}

/** Without header and menu (R34). */
export const PolicyFrame = ({ language, tools, children }: PolicyFrameProps): ReactElement => (
  <div className="policy-page h-full overflow-y-auto bg-bg text-fg">
    <div className="mx-auto w-[min(800px,100%-48px)] pt-4 pb-16 max-md:w-[calc(100%-32px)]">
      <nav
        aria-label={wordsOf(language)('tools')}
        className="-mx-3 mb-8 flex min-h-11 items-center gap-1 print:hidden"
      >
        {tools}
      </nav>
      <main lang={language}>{children}</main>
    </div>
  </div>
)

/** Looks like a quiet button. */
export const PolicyLink = (
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { icon: LucideIcon },
): ReactElement => {
  const { icon: Icon, className, children, ...link } = props
  return (
    <a
      {...link}
      className={clsx(
        'inline-flex h-[34px] items-center gap-2 rounded-m px-3 text-body text-mut transition-colors hover:bg-hover hover:text-fg max-md:h-11',
        className,
      )}
    >
      <Icon size={17} aria-hidden />
      {children}
    </a>
  )
}
