import type { QueueNotice } from '@clouddisk/client/uploads/ports'
import type { UploadQueue, UploadState } from '@clouddisk/client/uploads/state'
import type { StateChange } from './state-change.ts'

/** Messages between tabs. The leader publishes the state; the others show it and send commands. */

type Commands = Pick<
  UploadQueue<Blob>,
  | 'add'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'remove'
  | 'pauseAll'
  | 'resumeAll'
  | 'setConflict'
  | 'attachFile'
  | 'setUser'
>
export type CommandName = keyof Commands
export type CommandArguments<K extends CommandName> = Parameters<Commands[K]>
export type CommandAnswer<K extends CommandName> = ReturnType<Commands[K]>
export interface TabCommand {
  readonly name: CommandName
  readonly args: readonly unknown[]
}

/** Files by uid, for a tab that takes over. Messages carry references, no bytes. */
export type TabFiles = ReadonlyMap<string, Blob>

export type TabMessage =
  /** From a new tab; the leader replies with its whole state. */
  | { type: 'hello' }
  /** The whole state; `anew` from a new leader. */
  | { type: 'state'; state: UploadState; files: TabFiles; anew: boolean }
  | { type: 'change'; change: StateChange; files: TabFiles }
  | { type: 'command'; from: string; id: number; command: TabCommand }
  | { type: 'answer'; to: string; id: number; value: unknown }
  | { type: 'notice'; notice: QueueNotice }
  | { type: 'refresh'; parentIds: readonly string[] }
