import type { ReactElement, ReactNode } from 'react'
import { FileIcon } from '../ui/file-icon.tsx'

export interface LinkCardProps {
  folder?: boolean
  /** Extension of a file. */
  ext?: string
  title: ReactNode
  text: ReactNode
  children: ReactNode
}

/** The card in the middle of the page: what is shared, by whom, and the next step. */
export const LinkCard = ({ folder, ext, title, text, children }: LinkCardProps): ReactElement => (
  <div className="flex min-h-full items-center justify-center p-6 max-md:p-0">
    <div className="w-full max-w-[432px] rounded-xl border border-line bg-bg shadow-2 max-md:max-w-none max-md:self-stretch max-md:rounded-none max-md:border-0 max-md:shadow-none dark:bg-pop max-md:dark:bg-bg">
      <div className="flex items-center gap-4 border-b border-line px-8 py-6 max-md:flex-col max-md:border-0 max-md:pt-14 max-md:pb-2 max-md:text-center">
        <FileIcon folder={folder} ext={ext} size={52} />
        <div className="min-w-0 max-md:max-w-full">
          <h1 className="text-page font-semibold wrap-anywhere max-md:text-visitor">{title}</h1>
          <p className="mt-0.5 text-secondary text-mut">{text}</p>
        </div>
      </div>
      <div className="px-8 py-7 max-md:px-6">{children}</div>
    </div>
  </div>
)
