import type { ReactElement } from 'react'
import { FileIcon } from '../file-icon.tsx'
import { isPicture } from './is-picture.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { ThumbnailProps } from './thumbnail-picture.tsx'

/** What a list knows of a file. */
export interface PicturedFile extends Partial<ThumbnailProps['item']> {
  fileType: string
  classifierId: string
}

const isOpen = (file: PicturedFile): file is PicturedFile & ThumbnailProps['item'] =>
  !!(file.versionNo && file.fileAuth)

/**
 * The icon of a file in a list, with its thumbnail over it as soon as it is there. Of files that the reader may not preview,
 * only the icon. A page is not recognizable in this size, so documents keep their icons.
 */
export const FilePicture = (props: {
  file: PicturedFile
  mark?: 'people' | undefined
  size?: number
}): ReactElement => {
  const { file, mark, size } = props
  return (
    <span className="relative flex shrink-0">
      <FileIcon ext={file.fileType} folder={file.classifierId === 'Folder'} mark={mark} size={size} />
      {isPicture(file.fileType) && isOpen(file) && (
        <Thumbnail item={file} className="rounded-s object-cover" />
      )}
    </span>
  )
}
