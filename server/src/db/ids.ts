import { v7, validate } from 'uuid'

/** A new UUIDv7, made here because PostgreSQL 15 has no uuidv7(). Time-ordered, so indexes grow at one end. */
export const newId = (): string => v7()

/** The creation time in an id made by `newId`. */
export const createdAtOf = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** Whether text from outside is a UUID; other ids are "not found", not an SQL error. */
export const isId = (text: string): boolean => validate(text)
