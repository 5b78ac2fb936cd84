import sharp from 'sharp'

/** What a camera writes into a photo. */
const CAMERA = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5' },
  IFD2: {
    DateTimeOriginal: '2024:05:06 07:08:09',
    FNumber: '28/10',
    ExposureTime: '1/250',
    ISOSpeedRatings: '400',
    FocalLength: '35/1',
    LensModel: 'XF35mmF1.4 R',
  },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '31/1 14/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '121/1 28/1 0/1',
  },
}

/** A photo as a camera writes it. */
export const jpegOfCamera = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .withExif(CAMERA)
    .jpeg()
    .toBuffer()

/** A picture with the facts of a camera. */
export const ofCamera = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).withExif(CAMERA).jpeg().toBuffer()

/** Without any facts. */
export const plainJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
