/** Which files have thumbnails, by extension. Whether one can be made is decided by their content. */

export type ThumbnailFamily = 'picture' | 'video' | 'audio' | 'pdf' | 'office'

const EXTENSIONS: Record<ThumbnailFamily, string> = {
  picture: 'png jpg jpeg bmp svg gif tif tiff pcx tga webp avif heic heif ico psd',
  video: 'mp4 m4v wmv mkv mpg mpeg 264 ts m2ts mov 3gp avi ogv webm flv rmvb asf',
  audio: 'mp3 wma wav aac flac m4a oga ogg opus',
  pdf: 'pdf',
  office: 'doc docx xls xlsx ppt pptx odt ods odp rtf wps et dps dot dotx xlt xltx xlsm docm pptm pps ppsx',
}

const byExtension = new Map<string, ThumbnailFamily>()
for (const [family, list] of Object.entries(EXTENSIONS))
  for (const ext of list.split(' ')) byExtension.set(ext, family as ThumbnailFamily)

/** Those of LibreOffice, which have a preview and a thumbnail by way of a PDF. */
export const OFFICE_EXTENSIONS: ReadonlySet<string> = new Set(EXTENSIONS.office.split(' '))

/** Undefined where there are no thumbnails. */
export const thumbnailFamilyOf = (ext: string): ThumbnailFamily | undefined =>
  byExtension.get(ext.toLowerCase())
