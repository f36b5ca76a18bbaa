import { connect } from 'node:net'

/** The result of slow clients. */
export interface SlowLives {
  /** The number of clients, and how many of them the proxy disconnected. */
  readonly dribblers: number
  readonly cut: number
  /** The longest connection, milliseconds. */
  readonly longest: number
}

/** The same, with the effect on other clients. */
export interface SlowReport extends SlowLives {
  /** 99th percentile of normal requests in milliseconds: alone, and beside the slow ones. */
  readonly alone: number
  readonly beside: number
}

const host = 'Host: pay.shop.example'
const head = `POST /3ds/method HTTP/1.1\r\n${host}\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n`

/** Ways to keep a connection open without a complete request: what is sent at once, and then a byte at a time. */
const paths: readonly (readonly [atOnce: string, dribble: string])[] = [
  ['', 'GET /healthz HTTP/1.1\r\n'],
  [`GET /healthz HTTP/1.1\r\n${host}\r\n`, 'X-a: b\r\n'],
  [head, 'x'],
  [`${head.replace('Content-Length: 100000', 'Transfer-Encoding: chunked')}`, '1\r\na\r\n'],
  // Never reads the answers.
  [`GET /openapi.json HTTP/1.1\r\n${host}\r\n\r\n`.repeat(50), 'G'],
]

/** One in so many never reads, since each of those needs megabytes of the system's buffers. */
const RARE = 20

/** Milliseconds between two bytes. */
const PAUSE = 1000

/** Milliseconds after which a client counts as not disconnected. */
const TIMEOUT = 60_000

/** Opens so many slow connections to a proxy, and measures normal requests meanwhile. */
export async function slowSockets(port: number, dribblers: number): Promise<SlowReport> {
  await percentile(port, 50)
  const alone = await percentile(port, 300)
  const lives = slowLives(port, dribblers)
  await new Promise((wait) => setTimeout(wait, 2000))
  const beside = await percentile(port, 300)
  return { ...(await lives), alone, beside }
}

/** Opens so many slow connections to a proxy, and waits for their end. */
export async function slowLives(port: number, dribblers: number): Promise<SlowLives> {
  const ended = await Promise.all(Array.from({ length: dribblers }, (_, at) => dribble(port, at)))
  const cut = ended.filter((ms) => ms !== undefined).length
  return { dribblers, cut, longest: Math.round(Math.max(...ended.map((ms) => ms ?? TIMEOUT))) }
}

/** The duration of the connection in milliseconds; `undefined` when the proxy did not end it. */
function dribble(port: number, at: number): Promise<number | undefined> {
  const path = at % RARE === 0 ? paths.length - 1 : at % (paths.length - 1)
  const [atOnce, text] = paths[path]!
  const readsNothing = path === paths.length - 1
  return new Promise((done) => {
    let [begun, sent] = [performance.now(), 0]
    const socket = connect(port, '127.0.0.1', () => {
      begun = performance.now()
      socket.write(atOnce)
    })
    if (readsNothing) socket.pause()
    else socket.resume()
    const drops = setInterval(() => socket.writable && socket.write(text[sent++ % text.length]!), PAUSE)
    const late = setTimeout(() => end(undefined), TIMEOUT)
    const end = (ms: number | undefined): void => {
      clearInterval(drops)
      clearTimeout(late)
      socket.destroy()
      done(ms)
    }
    socket.on('error', () => end(performance.now() - begun))
    socket.on('close', () => end(performance.now() - begun))
  })
}

/** The 99th percentile of so many normal requests, each on a connection of its own. */
async function percentile(port: number, count: number): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < count; at++) times.push(await timeOf(port))
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.99)]!
}

const timeOf = (port: number): Promise<number> =>
  new Promise((done, fail) => {
    const begun = performance.now()
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', () => {})
    socket.on('end', () => done(performance.now() - begun)).on('error', fail)
  })
