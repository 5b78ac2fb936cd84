import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Avatar } from '../avatar.tsx'
import { FileName } from '../file-name.tsx'
import { PrincipalAvatar } from '../principal-avatar.tsx'
import { FilePicture, type PicturedFile } from '../thumbnail/file-picture.tsx'
import { TwoLines } from '../two-lines.tsx'

/** A cell of words or figures alone; the tooltip shows what is cut off. */
export const PlainCell = ({
  children,
  title = children,
}: {
  children: string
  title?: string
}): ReactElement => (
  <span title={title} className="tabular truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

/** A cell of a person: avatar, name, account. */
export const PersonCell = (props: { name: string; account: string; children?: ReactNode }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3 pr-3">
    <Avatar name={props.name} size={28} />
    <span className="min-w-0">
      <span className="block truncate text-body" title={props.name}>
        {props.name}
      </span>
      <span className="block truncate text-caption text-mut">{props.account}</span>
    </span>
    {props.children}
  </span>
)

/** A cell of the owner of a space: avatar, name, and below it which kind of space it is. */
export const OwnerCell = (props: {
  type: ComponentProps<typeof PrincipalAvatar>['type']
  name: string
  children: ReactNode
}): ReactElement => (
  <span className="flex min-w-0 items-center gap-2.5 pr-3">
    <PrincipalAvatar type={props.type} name={props.name} size={28} />
    <span className="min-w-0">
      <span className="block truncate text-secondary" title={props.name}>
        {props.name}
      </span>
      {props.children}
    </span>
  </span>
)

/** A cell of a time in short; the tooltip has it in full. */
export const TimeCell = ({ iso, className }: { iso: string; className?: string }): ReactElement => (
  <time
    dateTime={iso}
    title={formatFullDateTime(iso)}
    className={clsx('truncate text-secondary text-fg-2', className)}
  >
    {formatDateTime(iso)}
  </time>
)

const DOTS = {
  ok: 'text-ok before:bg-ok-fill',
  info: 'text-info before:bg-info',
  warn: 'text-warn before:bg-warn-fill',
  danger: 'text-danger before:bg-danger',
  neutral: 'text-fg-2 before:bg-mut',
  muted: 'text-mut before:bg-mut',
}

/** A cell of a state: a coloured dot and a word. */
export const StateCell = (props: {
  tone: keyof typeof DOTS
  title?: string | undefined
  children: string
}): ReactElement => (
  <span
    title={props.title}
    className={clsx(
      'tabular flex items-center gap-1.5 text-secondary whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full',
      DOTS[props.tone],
    )}
  >
    {props.children}
  </span>
)

/** A cell of a time, and below it who did it. */
export const TimeByCell = ({ iso, by }: { iso: string; by: string }): ReactElement => (
  <span className="min-w-0 pr-2" title={formatFullDateTime(iso)}>
    <time dateTime={iso} className="tabular block truncate text-secondary text-fg-2">
      {formatDateTime(iso)}
    </time>
    <span className="block truncate text-caption text-mut">{by}</span>
  </span>
)

/** In one line, for the name of a `PhoneRow`. */
export const NameAndAccount = ({ name, account }: { name: string; account: string }): ReactElement => (
  <>
    {name} <span className="text-caption text-mut">{account}</span>
  </>
)

/** A row of a phone: picture, name, and below it the rest. */
export const PhoneRow = (props: {
  picture: ReactNode
  name: ReactNode
  note: ReactNode
  children?: ReactNode
}): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    {props.picture}
    <TwoLines className="flex-1" nameClass="text-section" name={props.name} note={props.note} />
    {props.children}
  </span>
)

interface ListedFile extends PicturedFile {
  readonly instanceName: string
}

/** A cell of a file: icon and name. */
export const FileCell = (props: {
  file: ListedFile
  /** What is searched for. */
  mark: string
  shared?: boolean
  children?: ReactNode
}): ReactElement => {
  const { instanceName, classifierId } = props.file
  const folder = classifierId === 'Folder'
  return (
    <span className="flex min-w-0 items-center gap-3.5 pr-3">
      <FilePicture file={props.file} mark={props.shared ? 'people' : undefined} />
      <FileName name={instanceName} folder={folder} mark={props.mark} />
      {props.children}
    </span>
  )
}

export interface FilePhoneRowProps {
  file: ListedFile
  /** What is searched for. */
  mark: string
  shared?: boolean
  /** After the name. */
  badge?: ReactNode
  /** The second line. */
  children: ReactNode
}

/** Two lines for a phone: icon and name; what is said of the file. */
export const FilePhoneRow = ({ file, mark, shared, badge, children }: FilePhoneRowProps): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <FilePicture file={file} mark={shared ? 'people' : undefined} size={30} />
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-1.5 text-section">
        <FileName name={file.instanceName} folder={file.classifierId === 'Folder'} mark={mark} />
        {badge}
      </span>
      <span className="tabular block truncate text-caption text-mut">{children}</span>
    </span>
  </span>
)
