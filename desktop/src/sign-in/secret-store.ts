/** Keeps short secrets of the person on this computer. */
export interface SecretStore {
  /**
   * null: there is none.
   * @param onLate gets what is found after the call has answered null, as the person had to unlock the store first.
   */
  read(name: string, onLate?: (secret: string) => void): Promise<string | null>
  write(name: string, secret: string): Promise<void>
  remove(name: string): Promise<void>
}
