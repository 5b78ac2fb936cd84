/** Pictures of kinds that no library of the tests writes. */

type Color = readonly [red: number, green: number, blue: number]

/** An uncompressed bitmap of one colour. */
export function bmpOf(width: number, height: number, [red, green, blue]: Color): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + rowBytes * height)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.writeUInt32LE(rowBytes * height, 34)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes.set([blue, green, red], 54 + y * rowBytes + x * 3)
  return bytes
}

/** An uncompressed Targa picture of one colour. */
export function targaOf(width: number, height: number, [red, green, blue]: Color): Buffer {
  const bytes = Buffer.alloc(18 + width * height * 3)
  bytes[2] = 2
  bytes.writeUInt16LE(width, 12)
  bytes.writeUInt16LE(height, 14)
  bytes[16] = 24
  for (let pixel = 0; pixel < width * height; pixel++) bytes.set([blue, green, red], 18 + pixel * 3)
  return bytes
}
