/** What a file really is, by its first bytes; names say nothing. */

/** Who reads a picture: sharp, libheif, Skia (canvas) or ffmpeg with the decoder named. */
export type PictureType =
  | { readonly reader: 'sharp' | 'svg' | 'heif' | 'canvas' }
  | { readonly reader: 'ffmpeg'; readonly decoder: 'psd' | 'pcx' | 'targa' }

/** Bytes that `pictureTypeOf` looks at. */
export const SNIFFED_BYTES = 4096

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const AVIF_BRANDS = new Set(['avif', 'avis'])

const SHARP: PictureType = { reader: 'sharp' }

/** Undefined if it is no picture. */
export function pictureTypeOf(head: Buffer): PictureType | undefined {
  const text = head.toString('latin1')
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  if (starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47)) return SHARP
  if (text.startsWith('GIF8') || TIFF_VERSIONS.has(head.toString('hex', 0, 4))) return SHARP
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return SHARP
  if (text.slice(4, 8) === 'ftyp') return heifTypeOf(text)
  if (text.startsWith('BM') || starts(0, 0, 1, 0)) return { reader: 'canvas' }
  if (text.startsWith('8BPS')) return { reader: 'ffmpeg', decoder: 'psd' }
  if (/^\W{0,3}\s*<(\?xml|!--|!DOCTYPE svg|svg)/i.test(text) && /<svg[\s>]/i.test(text))
    return { reader: 'svg' }
  if (isPcx(head)) return { reader: 'ffmpeg', decoder: 'pcx' }
  return isTarga(head) ? { reader: 'ffmpeg', decoder: 'targa' } : undefined
}

/** Both orders of bytes, of TIFF and BigTIFF. */
const TIFF_VERSIONS = new Set(['49492a00', '4d4d002a', '49492b00', '4d4d002b'])

/** Its version, run-length encoding, and bits of a pixel. */
const isPcx = ([magic, version = 9, encoding, bits = 0]: Buffer): boolean =>
  magic === 0x0a && version <= 5 && encoding === 1 && [1, 2, 4, 8].includes(bits)

/** AVIF may name the general brand first. */
function heifTypeOf(text: string): PictureType | undefined {
  const brands = [text.slice(8, 12)]
  for (let at = 16; at < Math.min(text.charCodeAt(3), 64); at += 4) brands.push(text.slice(at, at + 4))
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return SHARP
  return brands.some((brand) => HEIF_BRANDS.has(brand)) ? { reader: 'heif' } : undefined
}

/** Targa has no magic number: all fields of its header must make sense. */
function isTarga(head: Buffer): boolean {
  if (head.length < 18) return false
  const [colorMap = 9, imageType = 0] = [head[1], head[2]]
  const [width, height] = [head.readUInt16LE(12), head.readUInt16LE(14)]
  return (
    colorMap <= 1 &&
    [1, 2, 3, 9, 10, 11].includes(imageType) &&
    [8, 15, 16, 24, 32].includes(head[16] ?? 0) &&
    ((head[17] ?? 255) & 0xc0) === 0 &&
    width > 0 &&
    height > 0
  )
}
