import { iconOf } from '@clouddisk/contract/filetypes'

/** Whether its thumbnail is a picture that one knows in any size, not a page. */
export const isPicture = (ext: string): boolean => /^(pic|vid|aud)/.test(iconOf(ext))
