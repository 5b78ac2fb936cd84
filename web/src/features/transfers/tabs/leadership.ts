/**
 * One tab at a time runs the queue. Resolves when this tab is the leader; it leads until the page is closed
 * or `signal` aborts.
 */
export const waitForLeadership = (signal: AbortSignal): Promise<void> =>
  typeof navigator.locks === 'undefined' ? leadByAsking(signal) : leadByLock(signal)

const NAME = 'clouddisk-transfers'

/** The browser releases the lock when the tab ends. */
function leadByLock(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve()
      return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
    }
    navigator.locks.request(NAME, { signal }, hold).catch(reject)
  })
}

/** Whether another tab would take over. False without locks, where it is unknown. */
export async function hasOtherTab(): Promise<boolean> {
  if (typeof navigator.locks === 'undefined') return false
  const { pending = [] } = await navigator.locks.query()
  return pending.some(({ name }) => name === NAME)
}

type Message = { type: 'who' } | { type: 'me' } | { type: 'leaving' } | { type: 'claim'; id: number }

/** Time for the leader to answer, and interval of checks for a crashed leader. */
const ANSWER_MS = 500
const RECHECK_MS = 5000

/**
 * Plain http on another host has no locks: tabs ask each other. Of two that claim at once the lower number leads.
 * Weaker than a lock, since a tab that hangs is taken for gone.
 */
function leadByAsking(signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(`${NAME}-lead`)
  const post = (message: Message) => channel.postMessage(message)
  const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  let leads = false
  let refused = false
  let timer: ReturnType<typeof setTimeout> | undefined

  return new Promise((resolve) => {
    const later = (ms: number, run: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(run, ms)
    }
    const candidate = () => {
      refused = false
      post({ type: 'who' })
      later(ANSWER_MS, () => (refused ? later(RECHECK_MS, candidate) : claim()))
    }
    const claim = () => {
      post({ type: 'claim', id })
      later(ANSWER_MS, () => (refused ? later(RECHECK_MS, candidate) : win()))
    }
    const win = () => {
      leads = true
      post({ type: 'me' })
      addEventListener('pagehide', () => post({ type: 'leaving' }))
      resolve()
    }
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (leads) {
        if (data.type === 'who' || data.type === 'claim') post({ type: 'me' })
        return
      }
      if (data.type === 'me' || (data.type === 'claim' && data.id < id)) refused = true
      if (data.type === 'leaving') candidate()
    }
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      if (leads) post({ type: 'leaving' })
      channel.close()
    })
    candidate()
  })
}
