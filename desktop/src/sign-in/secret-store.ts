/** Keeps short secrets of the person on this computer. */
export interface SecretStore {
  /** null: there is none. */
  read(name: string): Promise<string | null>
  write(name: string, secret: string): Promise<void>
  remove(name: string): Promise<void>
}
