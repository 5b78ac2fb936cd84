import { createCanvas, loadImage } from '@napi-rs/canvas'
import heicDecode from 'heic-decode'
import sharp, { type Sharp } from 'sharp'
import { pictureTypeOf, SNIFFED_BYTES } from './picture-types.ts'
import { checkSides, Declined, SIDE_MAX, type ThumbnailAnswer } from './thumbnail-task.ts'

/** Scales one picture to WebP. Runs in the thumbnail process. */

sharp.cache(false)
sharp.concurrency(1)
// Of all that libvips can load, only what is wanted.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Gif', 'Nsgif', 'Webp', 'Tiff', 'Svg', 'Heif'].map(
    (name) => `VipsForeignLoad${name}`,
  ),
})

/** Of a vector picture: what it is drawn at, in relation to its own size. */
const SVG_DPI = 72
const SVG_DPI_MAX = 2400

const OPTIONS = { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'error', sequentialRead: true } as const

export async function scalePicture(
  bytes: Buffer,
  output: string,
  side: number,
  pixelsMax?: number,
): Promise<ThumbnailAnswer> {
  const type = pictureTypeOf(bytes.subarray(0, SNIFFED_BYTES))
  if (!type) throw new Declined('broken', 'is no picture')
  switch (type.reader) {
    case 'ffmpeg':
      return { decoder: type.decoder }
    case 'heif':
      return write(await decodeHeif(bytes), output, side)
    case 'canvas':
      return write(sharp(await decodeWithCanvas(bytes, side)), output, side)
    case 'svg':
      return write(await drawSvg(bytes, side), output, side)
    default: {
      await checkHeader(bytes, pixelsMax)
      return write(sharp(bytes, OPTIONS), output, side)
    }
  }
}

/** Reads the size from the header; refuses what is too large before anything is decoded. */
async function checkHeader(bytes: Buffer, pixelsMax?: number): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes, { ...OPTIONS, limitInputPixels: false }).metadata()
  checkSides(width, height, pixelsMax)
  return { width, height }
}

/** Upright by its EXIF orientation, in sRGB, without metadata. */
async function write(picture: Sharp, output: string, side: number): Promise<ThumbnailAnswer> {
  const { width, height } = await picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 78, effort: 3 })
    .toFile(output)
  return { width, height }
}

/** From memory, so that librsvg has no folder to read other files from. */
async function drawSvg(bytes: Buffer, side: number): Promise<Sharp> {
  const { width, height } = await checkHeader(bytes)
  const density = Math.min(SVG_DPI_MAX, Math.max(SVG_DPI, (SVG_DPI * side) / Math.max(width, height)))
  return sharp(bytes, { ...OPTIONS, density })
}

async function decodeHeif(bytes: Buffer): Promise<Sharp> {
  const images = await heicDecode.all({ buffer: bytes })
  const [first] = images
  if (!first) throw new Declined('broken', 'contains no picture')
  checkSides(first.width, first.height)
  try {
    const { data, width, height } = await first.decode()
    return sharp(data, { raw: { width, height, channels: 4 } })
  } finally {
    images.dispose()
  }
}

/** Bitmaps and icons: Skia decodes them, here to about the wanted size. */
async function decodeWithCanvas(bytes: Buffer, side: number): Promise<Buffer> {
  if (bytes[0] === 0x42) checkSides(bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22)))
  const image = await loadImage(bytes)
  checkSides(image.width, image.height)
  const scale = Math.min(1, (2 * side) / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas.encode('png')
}
