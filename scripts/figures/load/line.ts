import { connect, type Socket } from 'node:net'

/** An answer: its status, and whether it has a Retry-After header. */
export interface Received {
  readonly status: number
  readonly reportsTime: boolean
}

/** A keep-alive connection with one request at a time; cheap, so that the client is never the bottleneck. */
export interface Line {
  ask(request: Buffer): Promise<Received>
  close(): void
}

interface Waiting {
  readonly resolve: (received: Received) => void
  readonly reject: (error: Error) => void
}

/** Connects at once, and again when the server has closed an idle connection. */
export async function openLine(port: number): Promise<Line> {
  let waiting: Waiting | undefined
  let text = ''
  const opened = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    const over = (): void => waiting?.reject(new Error('The connection ended before its answer'))
    return socket
      .setEncoding('latin1')
      .on('error', over)
      .on('close', over)
      .on('data', (chunk) => receive(String(chunk)))
  }
  const receive = (chunk: string): void => {
    text += chunk
    const received = answersIn(text)
    if (!received) return
    text = ''
    waiting?.resolve(received)
    waiting = undefined
  }
  let socket = await opened()
  return {
    async ask(request) {
      if (socket.destroyed || socket.readableEnded) socket = await opened()
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}

/** The answer, once it is complete. */
function answersIn(text: string): Received | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end).toLowerCase()
  const at = head.indexOf('\r\ncontent-length: ')
  const length = at < 0 ? 0 : Number.parseInt(head.slice(at + 18), 10)
  if (text.length < end + 4 + length) return undefined
  return { status: Number(text.slice(9, 12)), reportsTime: head.includes('\r\nretry-after: ') }
}
