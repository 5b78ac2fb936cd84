import { iconOf } from '@clouddisk/contract/filetypes'

/** Whether its thumbnail is a picture that one knows in any size. */
export const isPicture = (ext: string): boolean => /^(pic|vid|aud)/.test(iconOf(ext))

/** Whether its thumbnail is a page. */
export const isPage = (ext: string): boolean => /^(pdf|doc|spr|pres)/.test(iconOf(ext))
