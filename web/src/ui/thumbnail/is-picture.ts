import { iconOf } from '@clouddisk/contract/filetypes'

/** Whether its thumbnail is a picture that one knows in any size, not a page. */
export const isPicture = (ext: string): boolean => /^(pic|vid|aud)/.test(iconOf(ext))

/** Whether thumbnails are made of such files at all. */
export const hasThumbnail = (ext: string): boolean => /^(?!text|arch|html|other)/.test(iconOf(ext))
