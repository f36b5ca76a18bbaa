import { connect } from 'node:net'
import { answersIn, type WireAnswer } from './answers.ts'
import { readStrictly, type Seen } from './strict-reader.ts'

/** What came of bytes that were sent on a connection of their own. */
export interface Exchange {
  readonly seen: Seen
  readonly answers: readonly WireAnswer[]
  /** Bytes after the last complete answer. */
  readonly rest: string
  readonly ms: number
  /** The connection did not end in time. */
  readonly isHanging: boolean
}

/** Milliseconds after which a connection counts as hanging; the proxy's own limit is 10 s, looked at each second. */
export const LONGEST = 11_000

interface Behaviour {
  readonly port: number
  /** Pieces that the bytes are sent in. */
  readonly pieces?: number
  /** Never says that nothing more will come. */
  readonly isLeftOpen?: boolean
}

/** Sends bytes (latin1) on a new connection and hears what comes back until it ends. */
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
    // What closes is the proxy's to end.
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
  // An answer to HEAD has no body, also where a strict reader sees no HEAD.
  const isWhole = bytes.includes('HEAD ')
  return { seen, answers, rest: isWhole ? '' : rest, ms: performance.now() - begun, isHanging }
}

/** Milliseconds that a busy machine may be late by. */
const GRACE = 1000

/** Whoever cannot read a request cannot know that it was a HEAD, and says why it hangs up. */
const isLastWord = (answer: WireAnswer | undefined): boolean => /^connection: close$/im.test(answer?.head ?? '')

/** What is wrong with the answers to bytes, seen with a strict reader's eyes. */
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
