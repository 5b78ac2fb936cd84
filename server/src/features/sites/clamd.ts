import { connect } from 'node:net'

/** A clamd that answers something else than PONG, or is none. */
export class NotClamd extends Error {}

const ANSWER_MAX = 64

/** Asks clamd whether it is there, by its command PING. Rejects with NotClamd, or with the error of the connection. */
export function pingClamd(host: string, port: number, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal: AbortSignal.timeout(timeoutMs) })
    let answer = ''
    const end = (error?: Error) => {
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write('zPING\0'))
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (answer.startsWith('PONG')) end()
      else if (answer.length >= ANSWER_MAX) end(new NotClamd())
    })
    socket.on('end', () => end(new NotClamd()))
    socket.on('error', end)
  })
}
