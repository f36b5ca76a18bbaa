import { requestFor, type Kind } from './requests.ts'
import { openLine, type Line } from './line.ts'
import { Sheet, type Report } from './sheet.ts'

/** A series of requests to one server. */
export interface Task {
  readonly port: number
  readonly kind: Kind
  /** The prefix of the order numbers, so that no two tasks share one. */
  readonly name: string
  /** The maximum duration. */
  readonly seconds: number
  /** The maximum number of requests; absent, only the time limits them. */
  readonly most?: number
  /** Requests a second, independent of the answers; absent, each connection sends the next request after its answer. */
  readonly rate?: number
  readonly lines: number
  /** Merchants that take turns, by their numbers; absent, there is only one, without a number. */
  readonly merchants?: { readonly first: number; readonly count: number }
  /** Requests that are made before the time begins, since signing a ticket takes the gateway's core; the rest as they go. */
  readonly ready?: number
}

type RequestAt = (index: number) => Buffer

function requestsOf({ kind, name, ready = 0, merchants }: Task): RequestAt {
  const make = (index: number): Buffer => {
    if (!merchants) return requestFor(kind, `${name}-${index}`, Date.now())
    const { first, count } = merchants
    // All of them have the same numbers.
    return requestFor(kind, `${name}-${Math.floor(index / count)}`, Date.now(), first + (index % count))
  }
  const made = Array.from({ length: ready }, (_, index) => make(index))
  return (index) => made[index] ?? make(index)
}

const now = (): number => performance.now()
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Closed loop: each connection sends the next request after its answer. */
async function closed(
  { seconds, most = Infinity }: Task,
  requestAt: RequestAt,
  lines: readonly Line[],
  sheet: Sheet,
): Promise<void> {
  const end = now() + seconds * 1000
  let request = 0
  const busy = async (line: Line): Promise<void> => {
    while (request < most && now() < end) await sheet.follow(line.ask(requestAt(request++)), now())
  }
  await Promise.all(lines.map(busy))
}

/** Open loop: requests are due on a schedule; when no connection is free a request waits, and its wait counts. */
async function open(
  { seconds, rate = 0 }: Task,
  requestAt: RequestAt,
  lines: readonly Line[],
  sheet: Sheet,
): Promise<void> {
  const [start, all] = [now(), Math.round(rate * seconds)]
  const due = (index: number): number => start + (index * 1000) / rate
  const waiting: number[] = []
  const free = [...lines]
  const work = async (line: Line, first: number): Promise<void> => {
    for (let index: number | undefined = first; index !== undefined; index = waiting.shift())
      await sheet.follow(line.ask(requestAt(index)), due(index))
    free.push(line)
  }
  for (let index = 0; index < all; await pause(1))
    for (; index < all && due(index) <= now(); index++) {
      const line = free.pop()
      if (line) void work(line, index)
      else waiting.push(index)
    }
  while (free.length < lines.length) await pause(1)
}

async function run(task: Task): Promise<Report> {
  const requestAt = requestsOf(task)
  const lines = await Promise.all(Array.from({ length: task.lines }, () => openLine(task.port)))
  const sheet = new Sheet()
  const [start, before] = [now(), process.cpuUsage()]
  await (task.rate === undefined ? closed : open)(task, requestAt, lines, sheet)
  const { user, system } = process.cpuUsage(before)
  const report = sheet.report(now() - start, user + system)
  for (const line of lines) line.close()
  return report
}

process.once('disconnect', () => process.exit(0))
process.on('message', (task: Task) => void run(task).then((report) => process.send!(report)))
process.send!({ port: 0 })
