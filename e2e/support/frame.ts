import { expect, type Locator } from '@playwright/test'

/** Whether the focus' colour runs all around an element, a little inside of its edges: nothing lies over it. */
export async function expectWholeFrame(element: Locator): Promise<void> {
  const page = element.page()
  await expect
    .poll(async () => {
      const box = await element.boundingBox()
      if (!box) return 'not drawn'
      const picture = (await page.screenshot({ clip: box })).toString('base64')
      return page.evaluate(sidesWithGaps, picture)
    })
    .toEqual([])
}

/** In the page, which can read pictures: the sides on which some place has no frame within its outer pixels. */
async function sidesWithGaps(picture: string): Promise<string[]> {
  const REACH = 8
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = bitmap
  const paper = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!paper) return ['nothing to draw on']
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--focus)'
  const focus = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3).join()
  probe.remove()
  paper.drawImage(bitmap, 0, 0)
  const { data } = paper.getImageData(0, 0, width, height)
  const at = (x: number, y: number) => data.slice((y * width + x) * 4, (y * width + x) * 4 + 3).join()
  const within = [...Array(REACH).keys()]
  const steps = (length: number) =>
    [...Array(19).keys()].map((step) => Math.round(((step + 1) / 20) * length))
  const sides: Record<string, boolean> = {
    top: steps(width).every((x) => within.some((y) => at(x, y) === focus)),
    bottom: steps(width).every((x) => within.some((y) => at(x, height - 1 - y) === focus)),
    left: steps(height).every((y) => within.some((x) => at(x, y) === focus)),
    right: steps(height).every((y) => within.some((x) => at(width - 1 - x, y) === focus)),
  }
  return Object.keys(sides).filter((side) => !sides[side])
}
