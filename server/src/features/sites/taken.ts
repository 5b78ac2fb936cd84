import pg from 'pg'
import { Refusal } from '../../errors/refusal.ts'

const UNIQUE = '23505'

/** Runs `work`, and refuses the name where a unique index does. */
export async function refusingTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE) throw new Refusal('name_taken', { name })
    throw error
  }
}
