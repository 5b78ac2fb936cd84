import type { TrayState } from './tray.ts'

/** The product's sign for panels, drawn at any size: a cloud on a tile, and a badge that shows the state. */

type Color = readonly [red: number, green: number, blue: number]

const RED: Color = [201, 28, 39]
const GREY: Color = [107, 114, 128]
const WHITE: Color = [255, 255, 255]
const BADGES: Partial<Record<TrayState, Color>> = {
  transferring: [37, 99, 235],
  paused: [217, 119, 6],
  error: [31, 31, 31],
}

/** Of the drawing, in which shapes are given. */
const SIZE = 28
/** Points a pixel in each direction, so that edges are smooth. */
const SAMPLES = 4

const isInCircle = (x: number, y: number, cx: number, cy: number, r: number): boolean =>
  (x - cx) ** 2 + (y - cy) ** 2 <= r ** 2

function isInTile(x: number, y: number): boolean {
  const r = 7
  const dx = Math.max(r - x, 0, x - (SIZE - r))
  const dy = Math.max(r - y, 0, y - (SIZE - r))
  return dx ** 2 + dy ** 2 <= r ** 2
}

const isInCloud = (x: number, y: number): boolean =>
  isInCircle(x, y, 8.8, 15.8, 4.4) ||
  isInCircle(x, y, 14, 12.4, 5.8) ||
  isInCircle(x, y, 19.4, 16.2, 4) ||
  (x >= 8.8 && x <= 19.4 && y >= 13 && y <= 20.2)

/** The mark of an error, in its badge. */
const isInMark = (x: number, y: number): boolean =>
  Math.abs(x - 21) <= 1 && ((y >= 17 && y <= 21.8) || (y >= 23 && y <= 25))

function colorAt(x: number, y: number, state: TrayState): Color | undefined {
  const badge = BADGES[state]
  if (badge && isInCircle(x, y, 21, 21, 7)) {
    if (!isInCircle(x, y, 21, 21, 5.8)) return WHITE
    return state === 'error' && isInMark(x, y) ? WHITE : badge
  }
  if (!isInTile(x, y)) return undefined
  if (isInCloud(x, y)) return WHITE
  return state === 'signedOut' ? GREY : RED
}

/** @returns rows of pixels from the top, four bytes each: red, green, blue, alpha. */
export function drawTrayIcon(state: TrayState, size: number): Uint8Array {
  const pixels = new Uint8Array(size * size * 4)
  const step = SIZE / size / SAMPLES
  for (let at = 0; at < size * size; at++) {
    const sum = [0, 0, 0]
    let covered = 0
    for (let sample = 0; sample < SAMPLES ** 2; sample++) {
      const x = ((at % size) * SAMPLES + (sample % SAMPLES) + 0.5) * step
      const y = (Math.floor(at / size) * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step
      const color = colorAt(x, y, state)
      if (!color) continue
      covered += 1
      for (const [channel, value] of color.entries()) sum[channel] = (sum[channel] ?? 0) + value
    }
    if (covered === 0) continue
    for (const [channel, value] of sum.entries()) pixels[at * 4 + channel] = Math.round(value / covered)
    pixels[at * 4 + 3] = Math.round((covered / SAMPLES ** 2) * 255)
  }
  return pixels
}
