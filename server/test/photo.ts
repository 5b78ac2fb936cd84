import sharp from 'sharp'

/** A JPEG of 12 megapixels; the more it is blurred, the smaller it is. */
export const photo = ({ blur = 20, quality = 60 } = {}): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(blur)
    .jpeg({ quality })
    .toBuffer()

/** The photo as a content of its own: with its number in a comment behind the first two bytes. */
export function numbered(jpeg: Buffer, n: number): Buffer {
  const text = Buffer.from(String(n))
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
