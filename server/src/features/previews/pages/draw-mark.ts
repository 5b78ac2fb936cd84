import { createCanvas } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import { fontOf } from './fonts.ts'

/** Draws the reader's name many times over a page, small and slanted. Runs in the mark process. */

/** Pages of one document mostly have one size, and its readers ask for several within a minute. */
const drawn = new LRUCache<string, Buffer>({ max: 4 })

const SLANT = -Math.PI / 7.5
/** Of a page that is so many pixels large, the letters are so high. */
const [PAGE, LETTERS] = [1200, 15]
const ROW = 8
const GAP = 4
/** Two colours, so that light and dark areas show it alike. */
const DARK = 'rgba(0, 0, 0, 0.2)'
const LIGHT = 'rgba(255, 255, 255, 0.3)'

/** RGBA, row by row. */
export function drawMark(mark: string, width: number, height: number): Buffer {
  const key = `${width} ${height} ${mark}`
  const known = drawn.get(key)
  if (known) return known
  const pixels = draw(mark, width, height)
  drawn.set(key, pixels)
  return pixels
}

function draw(mark: string, width: number, height: number): Buffer {
  const size = Math.round(Math.min(32, Math.max(11, (LETTERS * Math.sqrt(width * height)) / PAGE)))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.font = fontOf('name', size)
  context.textBaseline = 'middle'
  const step = context.measureText(mark).width + GAP * size
  const reach = Math.hypot(width, height) / 2
  context.translate(width / 2, height / 2)
  context.rotate(SLANT)
  const shadow = Math.max(1, size / 15)
  for (let row = -Math.ceil(reach / (ROW * size)); row * ROW * size <= reach; row++) {
    // Each row begins elsewhere, so that no column of the page is free of it.
    const start = -reach - step + ((Math.abs(row) * step * 0.37) % step)
    for (let at = start; at < reach; at += step) {
      context.fillStyle = LIGHT
      context.fillText(mark, at + shadow, row * ROW * size + shadow)
      context.fillStyle = DARK
      context.fillText(mark, at, row * ROW * size)
    }
  }
  const { data } = context.getImageData(0, 0, width, height)
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}
