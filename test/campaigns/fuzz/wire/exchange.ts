import { connect } from 'node:net'
import { answersIn, type WireAnswer } from './answers.ts'
import { readStrictly, type Seen } from './strict-reader.ts'

/** The result of sending bytes on a connection of their own. */
export interface Exchange {
  readonly seen: Seen
  readonly answers: readonly WireAnswer[]
  /** Bytes after the last complete answer. */
  readonly rest: string
  readonly ms: number
  /** The connection did not end in time. */
  readonly isHanging: boolean
}

/** Milliseconds after which a connection counts as hanging; the proxy's own limit is 10 s, checked each second. */
export const LONGEST = 11_000

interface Behaviour {
  readonly port: number
  /** In how many pieces the bytes are sent. */
  readonly pieces?: number
  /** The client never ends its side of the connection. */
  readonly isLeftOpen?: boolean
}

/** Sends bytes (latin1) on a new connection and reads the answers until it ends. */
export async function exchange(bytes: string, { port, pieces = 1, isLeftOpen = false }: Behaviour): Promise<Exchange> {
  const seen = readStrictly(bytes)
  const methods = [...seen.requests, ...(seen.begun ? [seen.begun] : [])].map(({ method }) => method)
  const begun = performance.now()
  let received = ''
  const isHanging = await new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', async () => {
      const size = Math.ceil(bytes.length / pieces)
      for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
        socket.write(bytes.slice(at, at + size), 'latin1')
        if (pieces > 1) await new Promise(setImmediate)
      }
      endIfDone()
    })
    // A request with `Connection: close` leaves it to the proxy to end the connection.
    const isOurs = !isLeftOpen && seen.end !== 'closed'
    const endIfDone = (): void => {
      if (isOurs && answersIn(received, methods).answers.length >= seen.requests.length) socket.end()
    }
    const late = setTimeout(() => {
      socket.destroy()
      done(true)
    }, LONGEST + GRACE)
    socket.setEncoding('latin1')
    socket.on('data', (data: string) => {
      received += data
      endIfDone()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      done(false)
    })
  })
  const { answers, rest } = answersIn(received, methods)
  // An answer to HEAD has no body, even where a strict reader recognises no HEAD.
  const isWhole = bytes.includes('HEAD ')
  return { seen, answers, rest: isWhole ? '' : rest, ms: performance.now() - begun, isHanging }
}

/** Milliseconds of delay that a busy machine may cause. */
const GRACE = 1000

/** A server that cannot parse a request does not know that it was a HEAD, so its last answer may have a body. */
const isLastWord = (answer: WireAnswer | undefined): boolean => /^connection: close$/im.test(answer?.head ?? '')

/** The fault in the answers to bytes, as a strict reader finds it. */
export function wrongWith({ seen, answers, rest, isHanging }: Exchange): string | undefined {
  if (isHanging) return `hangs after ${answers.length} answers`
  if (rest && !rest.startsWith('HTTP/1.1 100 ') && !isLastWord(answers.at(-1)))
    return `ends in the middle of an answer: ${rest.slice(0, 60)}`
  const failed = answers.find(({ status }) => status >= 500)
  if (failed) return `answered ${failed.status}`
  const request = [...seen.requests, ...(seen.begun ? [seen.begun] : [])]
  const ups = answers.filter(({ body }) => body.includes('"status":"up"')).length
  const health = request.filter(({ target }) => /^\/healthz(?:[?;#]|$)/.test(target)).length
  if (ups > health) return `${ups} answers to a smuggled request, where ${health} were asked for`
  if (answers.length > request.length + 1) return `${answers.length} answers to ${request.length} requests`
  const extra = answers[request.length]
  if (extra && seen.begun) return `answered ${extra.status} to what is the rest of a request`
  if (extra && (extra.status < 400 || !/^connection: close$/im.test(extra.head)))
    return `answered ${extra.status} to what is no request`
  const early = answers.slice(0, -1).find(({ head }) => /^connection: close$/im.test(head))
  return early && `went on after it had closed with ${early.status}`
}
