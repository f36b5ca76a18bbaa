import { callsOver, expose, type Endpoint } from './call.ts'
import { ASK, HELLO, PORT, helloOf, isMessage } from './hello.ts'

/** A pending connection to a frame: the frame's methods, and a way to disconnect. */
export interface FrameConnection<Theirs> {
  readonly remote: Promise<Theirs>
  disconnect(): void
}

/** The page's end of a bridge. */
export interface PageEndpoint extends Endpoint {
  /** The nonce of a hello that the frame has sent already. */
  readonly hello?: string
  /** The frame may have sent its hello when no one could hear it: it is asked for it. */
  readonly asks?: boolean
}

/** The last nonce of each frame's hello that was answered, since a hello may come twice. */
const answered = new WeakMap<HTMLIFrameElement, string>()

/** The page's end: waits for the frame's hello, checks its window and origin, and sends it a port. */
export function callFrame<Theirs>(
  frame: HTMLIFrameElement,
  origin: string,
  side: PageEndpoint,
  home: Window = window,
): FrameConnection<Theirs> {
  let disconnect = (): void => {}
  const remote = new Promise<Theirs>((resolve) => {
    const answer = (nonce: string): void => {
      if (answered.get(frame) === nonce) return
      answered.set(frame, nonce)
      disconnect()
      const { port1, port2 } = new MessageChannel()
      disconnect = () => port1.close()
      frame.contentWindow!.postMessage({ tender: PORT, nonce }, origin, [port2])
      resolve(connect<Theirs>(port1, side))
    }
    if (side.hello !== undefined) return answer(side.hello)
    const onMessage = (event: MessageEvent): void => {
      const nonce = helloOf(event, frame, origin)
      if (nonce !== undefined) answer(nonce)
    }
    home.addEventListener('message', onMessage)
    disconnect = () => home.removeEventListener('message', onMessage)
    if (side.asks) frame.contentWindow?.postMessage({ tender: ASK }, '*') // to whatever document it has, of nothing secret
  })
  return { remote, disconnect: () => disconnect() }
}

/**
 * The frame's end: sends a hello to each allowed parent, again when one asks for it, and accepts the first port that
 * comes back with its nonce.
 */
export function answerPage<Theirs>(
  parents: readonly string[],
  nonce: string,
  side: Endpoint,
  home: Window = window,
): Promise<Theirs> {
  return new Promise((resolve) => {
    const sayHello = (): void => {
      for (const parent of likely(parents, home)) home.parent.postMessage({ tender: HELLO, nonce }, parent)
    }
    const onMessage = ({ data, source, origin, ports: [port] }: MessageEvent): void => {
      if (source !== home.parent || !parents.includes(origin)) return
      if (isMessage(data, ASK)) sayHello()
      if (!isMessage(data, PORT) || data.nonce !== nonce || !port) return
      home.removeEventListener('message', onMessage)
      resolve(connect<Theirs>(port, side))
    }
    home.addEventListener('message', onMessage)
    sayHello()
  })
}

function connect<Theirs>(port: MessagePort, side: Endpoint): Theirs {
  expose(port, side)
  return callsOver<Theirs>(port)
}

/**
 * When the browser reports the parent, only the parent gets a hello: one to another origin is dropped, but logs an
 * error in the console.
 */
function likely(parents: readonly string[], home: Window): readonly string[] {
  const named = home.location.ancestorOrigins?.[0]
  return named && parents.includes(named) ? [named] : parents
}
