import fc from 'fast-check'
import { emptyState, fromStored, groupFromStored, toStored } from '../src/uploads/items.ts'
import type { Effect, Failure, UploadEvent } from '../src/uploads/messages.ts'
import type { StoredItem } from '../src/uploads/ports.ts'
import type { UploadSettings } from '../src/uploads/state.ts'
import { checkEffect, checkRest, checkState } from './machine-rules.ts'
import { groupOf, itemWith, MachineWorld, taskOf, uidsOf, type WorldEvent } from './machine-world.ts'
import { StoreModel } from './store-model.ts'

/**
 * Random histories of the upload queue against a small model of the store: failures, lost and late results, pauses,
 * deletions, network losses, sign-outs. The rules are checked after every step. Once everything works again, no item
 * may be stuck and every success must be complete.
 */

export interface ProofOptions {
  seed?: number
  runs?: number
  /** Maximum length of a history. */
  steps?: number
}

/** Throws fast-check's smallest counterexample with its seed if a rule is broken. */
export function runMachineProof({ seed, runs = 100, steps = 150 }: ProofOptions = {}): void {
  fc.assert(
    fc.property(setup, fc.array(step, { maxLength: steps, size: 'max' }), (settings, sequence) => {
      const simulation = new Simulation(settings)
      for (const move of sequence) simulation.move(move)
      simulation.end()
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
}

const setup = fc.record({
  iUploadLimit: fc.integer({ min: 1, max: 3 }),
  hashAhead: fc.boolean(),
  partBytes: fc.constantFrom(10, 25, 1000),
  smallFilesMax: fc.constantFrom(0, 2, 4),
  smallFileBytes: fc.constant(12),
  smallFilesBytes: fc.constantFrom(24, 1000),
})

/** `answer` is by far the most likely step, so that uploads make progress. */
const step = fc.record({
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constant('answer' as const) },
    { weight: 4, arbitrary: fc.constant('fault' as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'late',
        'progress',
        'add',
        'addMany',
        'addFolder',
        'pause',
        'resume',
        'retry',
        'remove',
        'pauseAll',
        'resumeAll',
        'network',
        'collect',
        'lose',
        'signOut',
        'signIn',
        'attach',
        'crash',
        'otherUser',
        'configure',
      ),
    },
  ),
  pick: fc.nat(1000),
  variant: fc.nat(1000),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const FAULTS: Failure['kind'][] = ['network', 'timeout', 'server', 'unavailable', 'refused', 'signedOut']
const FILE_FAULTS: Failure['kind'][] = [...FAULTS, 'unreadable', 'changed', 'pageTooOld']
/** Limit of the steps until all items are at rest. */
const END_STEPS = 20_000

class Simulation {
  readonly #world: MachineWorld
  readonly #store = new StoreModel()
  readonly #deleted = new Set<string>()
  #reachable = true
  #added = 0
  #groups = 0
  #past: Effect[] = []
  /** Gives a result once more, by the effect that it was of. */
  readonly #given = new Map<Effect, () => void>()

  constructor(settings: Partial<UploadSettings>) {
    this.#world = new MachineWorld(settings)
    this.#act(() => this.#world.add({ uid: this.#newUid(), fileSize: 35 }))
  }

  move({ what, pick, variant }: Step): void {
    this.#world.now += variant
    const uids = this.#some(pick, variant)
    const moves: Record<Step['what'], () => void> = {
      answer: () => this.#answer(pick, variant),
      fault: () => this.#fault(pick, variant),
      late: () => this.#late(pick),
      progress: () => this.#progress(pick),
      add: () => this.#world.add({ uid: this.#newUid(), fileSize: SIZES[variant % SIZES.length] ?? 1 }),
      addMany: () =>
        this.#world.add(...[5, 12, 0, 11, 5].map((fileSize) => ({ uid: this.#newUid(), fileSize }))),
      addFolder: () => this.#addFolder(variant),
      pause: () => this.#send({ type: 'pause', uids }),
      resume: () => this.#send({ type: 'resume', uids }),
      retry: () => this.#send({ type: 'retry', uids, conflict: variant % 2 ? 'skip' : null }),
      remove: () => this.#remove(uids),
      pauseAll: () => this.#send({ type: 'pauseAll' }),
      resumeAll: () => this.#send({ type: 'resumeAll' }),
      network: () => this.#network(variant % 2 === 0),
      collect: () => this.#store.collect(pick),
      lose: () => this.#store.losePart(pick),
      signOut: () => this.#send({ type: 'user', userId: null }),
      signIn: () => this.#send({ type: 'user', userId: 'lin' }),
      attach: () => this.#attach(pick, variant),
      crash: () => this.#crash(pick),
      otherUser: () => this.#otherUser(variant),
      configure: () => this.#send({ type: 'configure', settings: { hashAhead: variant % 2 === 0 } }),
    }
    this.#act(moves[what])
  }

  /** From here on everything works and all effects get results, until the queue is at rest. */
  end(): void {
    this.#reachable = true
    this.#act(() => this.#send({ type: 'user', userId: 'lin' }))
    // If only the server was unreachable, the queue finds out by its probe.
    if (!this.#world.state.browserOnline) this.#act(() => this.#send({ type: 'online', online: true }))
    for (let count = 0; this.#world.pending.length > 0; count++) {
      if (count > END_STEPS) throw new Error(`never at rest: ${this.#world.pending[0]?.type}`)
      this.#act(() => this.#answer(count, 1))
    }
    checkRest(this.#world)
  }

  /** Runs a step and checks the rules. */
  #act(move: () => void): void {
    const before = this.#world.log.length
    move()
    for (const effect of this.#world.log.slice(before)) checkEffect(effect, this.#store, this.#deleted)
    checkState(this.#world, this.#deleted)
  }

  #send(event: WorldEvent): void {
    this.#world.send(event)
  }

  #newUid(): string {
    return `u${++this.#added}`
  }

  #some(pick: number, variant: number): string[] {
    const { items } = this.#world.state
    return items.filter((_, index) => (index + pick) % (1 + (variant % 3)) === 0).map(({ uid }) => uid)
  }

  #take(pick: number): Effect | undefined {
    const effect = pickOf(this.#world.pending, pick)
    if (effect) this.#past.push(effect)
    return effect
  }

  #network(online: boolean): void {
    this.#reachable = online
    this.#send({ type: 'online', online })
  }

  #remove(uids: readonly string[]): void {
    this.#send({ type: 'remove', uids })
    for (const uid of uids) {
      const status = this.#world.status(uid)
      if (status === 'gone' || status === 'deleted') this.#deleted.add(uid)
    }
  }

  #addFolder(variant: number): void {
    const groupId = `g${++this.#groups}`
    const inside = (path: string[]) =>
      itemWith({ uid: this.#newUid(), uploadType: 2, groupId, path, parentId: null, fileSize: 12 })
    const items = variant % 4 === 0 ? [] : [inside([groupId]), inside([groupId, 'sub'])]
    this.#send({ type: 'add', items, groups: [groupOf(groupId, [[groupId], [groupId, 'sub']])] })
  }

  #attach(pick: number, variant: number): void {
    const item = pickOf(this.#world.state.items, pick)
    if (!item) return
    const lastModified = variant % 2 ? item.lastModified : variant
    this.#send({ type: 'attach', uid: item.uid, lastModified })
  }

  /** A reload restores the stored queue; some files can be read, some not. */
  #crash(pick: number): void {
    const { state } = this.#world
    const kept = state.items.filter((item) => item.status !== 'success').map(toStored)
    const stored: StoredItem[] = JSON.parse(JSON.stringify(kept))
    const items = stored.map((item, index) => fromStored(item, (pick + index) % 4 !== 0))
    this.#world.pending = []
    this.#world.cancelled = []
    this.#past = []
    const { settings, nextTask } = state
    this.#world.state = { ...emptyState(settings), nextTask, userId: 'lin', signedIn: true }
    this.#send({ type: 'online', online: this.#reachable })
    this.#send({ type: 'restore', userId: 'lin', items, groups: state.groups.map(groupFromStored) })
  }

  #otherUser(variant: number): void {
    if (variant % 4 !== 0) return
    this.#send({ type: 'user', userId: 'wu' })
    if (this.#world.state.items.length > 0) throw new Error('the list of another user is shown')
    this.#send({ type: 'user', userId: 'lin' })
  }

  #progress(pick: number): void {
    const effect = pickOf(this.#world.pending, pick)
    const [uid] = effect ? uidsOf(effect) : []
    if (!effect || !uid) return
    this.#send({ type: 'progress', sent: [{ uid, task: taskOf(effect), bytes: pick % 10 }] })
  }

  /** The result of a cancelled effect, or a repeated one: a call that was answered is not made again. */
  #late(pick: number): void {
    const effect = pickOf([...this.#world.cancelled, ...this.#past], pick)
    if (!effect || this.#world.pending.includes(effect) || taskOf(effect) < 0) return
    const again = this.#past.includes(effect) ? this.#given.get(effect) : undefined
    if (again) again()
    else this.#deliver(effect, pick)
  }

  #fault(pick: number, variant: number) {
    const effect = this.#take(pick)
    if (!effect || effect.type === 'wait' || effect.type === 'waitBatch' || effect.type === 'waitGroup')
      return
    if (effect.type === 'probe') {
      this.#reachable = variant % 2 === 0
      return this.#deliver(effect, 0)
    }
    // In half of the failures the request succeeded and only the response is lost.
    if (variant % 2 === 0) this.#store.serve(effect, variant, false)
    const kind = pickOf(faultsOf(effect), variant) ?? 'server'
    const name = effect.type === 'batch' && kind === 'server' && variant % 5 === 0 ? 'internal' : null
    const store = effect.type === 'part' && variant % 5 === 0
    this.#world.fail(effect, { kind, name, step: variant % 3 === 0 ? 'auth' : 'call', store })
  }

  #answer(pick: number, variant: number): void {
    const effect = this.#take(pick)
    if (effect) this.#deliver(effect, variant)
  }

  #deliver(effect: Effect, variant: number) {
    const world = this.#world
    if (effect.type === 'wait' || effect.type === 'waitBatch') return world.endWait(effect)
    if (effect.type === 'waitGroup')
      return world.reply(effect, { type: 'groupWaitEnded', groupId: effect.groupId })
    if (effect.type === 'probe') return world.reply(effect, { type: 'probed', reachable: this.#reachable })
    if (!this.#reachable && effect.type !== 'hash') return world.fail(effect, { kind: 'network' })
    const { failure, ...reply } = this.#store.serve(effect, variant, world.pending.includes(effect))
    const give = () =>
      failure ? world.fail(effect, failure) : world.reply(effect, reply as { type: UploadEvent['type'] })
    this.#given.set(effect, give)
    return give()
  }
}

const SIZES = [0, 5, 10, 11, 35, 62]

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

function faultsOf(effect: Effect): Failure['kind'][] {
  if (effect.type === 'hash') return ['hash', 'memory', 'unreadable']
  // A refusal of a whole batch means that no file was saved, which only the store may answer.
  if (effect.type === 'batch') return FAULTS.filter((kind) => kind !== 'refused')
  return effect.type === 'part' || effect.type === 'put' ? FILE_FAULTS : FAULTS
}
