import type { Page } from '@playwright/test'

/**
 * Answers the picker that `open` brings up with files by their paths, whatever their size: the browser reads them
 * itself. (A browser that was connected to would get no large ones from `FileChooser.setFiles`.)
 */
export async function pickFiles(
  page: Page,
  paths: readonly string[],
  open: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true })
  const opened = new Promise<number | undefined>((resolve) =>
    session.once('Page.fileChooserOpened', ({ backendNodeId }) => resolve(backendNodeId)),
  )
  await open()
  const backendNodeId = await opened
  if (backendNodeId === undefined) throw new Error('the picker belongs to no field')
  await session.send('DOM.setFileInputFiles', { files: [...paths], backendNodeId })
  await session.detach()
}
