import { BASE_PATH } from '@clouddisk/contract/route'

/**
 * Registers the service worker (public/sw.js), which keeps the page's shell for times without a network, and names to it
 * what this page has loaded already. Browsers without one, and pages that are not served over HTTPS, go on without.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(`${BASE_PATH}sw.js`)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) })
}
