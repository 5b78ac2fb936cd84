import type { Link } from '@clouddisk/contract/links'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { t } from './page-strings.ts'
import { nameOf } from './words.ts'

/** How a link is shown in lists: by the first of its files. */

type Linked = Pick<Link, 'targets'>

export const Picture = ({ link, size }: { link: Linked; size?: number }): ReactElement => {
  const [first] = link.targets
  return <FileIcon ext={first?.fileType} folder={first?.classifierId === 'Folder'} mark="link" size={size} />
}

interface NameProps {
  link: Linked
  mark: string
  className?: string
}

/** The name of what is linked; of several, the first. */
export const FirstName = ({ link, mark, className }: NameProps): ReactElement => {
  const [first] = link.targets
  return (
    <FileName
      name={first?.instanceName ?? nameOf(link)}
      folder={first?.classifierId !== 'File'}
      mark={mark}
      className={className}
    />
  )
}

/** With how many they are, in a row with room for it. */
export function Name(props: NameProps): ReactElement {
  const { targets } = props.link
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <FirstName {...props} />
      {targets.length > 1 && (
        <span className="tabular shrink-0 text-secondary text-mut">
          {t('several', { count: targets.length })}
        </span>
      )}
    </span>
  )
}
