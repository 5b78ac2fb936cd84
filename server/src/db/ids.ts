import { v7, validate } from 'uuid'

/** A new id: UUIDv7, made here because PostgreSQL 15 has no uuidv7(). Time-ordered, so indexes grow at one end. */
export const newId = (): string => v7()

/** When an id of ours was made. */
export const createdAtOf = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** Whether an opaque id from outside can be one of ours at all; anything else is "not there", never an SQL error. */
export const isId = (text: string): boolean => validate(text)
