import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'

/** Files and folders of the machine dragged into the page, as a file manager does it. */

type Phase = 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel'

export interface OsDrag {
  /** Onto the middle of an element. */
  over(target: Locator): Promise<void>
  drop(): Promise<void>
  leave(): Promise<void>
}

/** Takes files by their paths and brings them over `target`; nothing is let go of yet. */
export async function dragFiles(page: Page, paths: readonly string[], target: Locator): Promise<OsDrag> {
  const session = await page.context().newCDPSession(page)
  let point = await middleOf(target)
  const send = (type: Phase) => dispatch(session, type, point, paths)
  await send('dragEnter')
  await send('dragOver')
  const end = async (type: Phase) => {
    await send(type)
    await session.detach()
  }
  return {
    over: async (next) => {
      point = await middleOf(next)
      await send('dragOver')
    },
    drop: () => end('drop'),
    leave: () => end('dragCancel'),
  }
}

/** Drags, and lets go once the page would take it, as the pointer tells a person. */
export async function dropFiles(page: Page, paths: readonly string[], target: Locator): Promise<void> {
  await page.evaluate(() => {
    delete document.documentElement.dataset.takes
    addEventListener('dragover', ({ dataTransfer }) => {
      document.documentElement.dataset.takes = dataTransfer?.dropEffect ?? 'none'
    })
  })
  const drag = await dragFiles(page, paths, target)
  const takes = page.locator('html[data-takes=copy]')
  await expect
    .poll(async () => {
      await drag.over(target)
      return takes.count()
    })
    .toBe(1)
  await drag.drop()
}

/** Drags and lets go where nothing may be put. */
export async function dropInVain(page: Page, paths: readonly string[], target: Locator): Promise<void> {
  await (await dragFiles(page, paths, target)).drop()
}

const COPY = 1

const dispatch = (
  session: CDPSession,
  type: Phase,
  point: { x: number; y: number },
  files: readonly string[],
) =>
  session.send('Input.dispatchDragEvent', {
    type,
    ...point,
    data: { items: [], files: [...files], dragOperationsMask: COPY },
  })

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
