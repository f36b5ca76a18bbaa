import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Problem } from '#server-contract/explain.ts'
import type { Api, Operation } from '#contract/operation.ts'
import { messageVersions, type Erro } from '#server-contract/three-ds/messages.ts'
import { mount, type Handlers } from '#router/mount.ts'

/** The errors of EMV 3-D Secure 2.2.0 that the sandbox answers, by errorCode, with the errorDescription. */
const descriptions = {
  '101': 'The message received is invalid',
  '102': 'The message version number is not supported',
  '201': 'A required data element is missing',
  '203': 'The format of a data element is invalid',
  '301': 'The transaction ID is not recognised',
} as const

type ErrorCode = keyof typeof descriptions

/** A message that its handler refuses; it is answered with an Erro. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly code: ErrorCode
  constructor(code: ErrorCode, detail: string) {
    super(detail)
    this.code = code
  }
}

const unreadable = new MessageRefused('101', 'The message is no JSON object')

/** `A` is the access server, `S` the 3DS server. */
type Component = Extract<Erro['errorComponent'], 'A' | 'S'>

/** Routes the operations of an API of messages; what cannot be read, or is refused, is answered with an Erro. */
export function serveMessages<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A, undefined>,
  component: Component,
): void {
  const types = new Map(Object.values(api).map(({ path, request }) => [path as string, typeOf(request)] as const))
  const send = (reply: FastifyReply, refused: MessageRefused, path: string, fields: unknown): FastifyReply =>
    reply.code(400).send(erroFor(refused, component, { messageType: types.get(path), ...recordOf(fields) }))
  app.setErrorHandler((error: FastifyError, { body, routeOptions }, reply) => {
    const refused = error instanceof MessageRefused
    if (!refused && (error.statusCode ?? 500) >= 500) throw error
    return send(reply, refused ? error : unreadable, routeOptions.url ?? '', body)
  })
  mount(app, api, handlers, {
    context: () => undefined,
    refuse: (problem, { path }, reply, fields) => send(reply, refusalOf(problem), path, fields),
  })
}

/** An Erro names the message and the transaction ids that could be read; `about` is the message's fields. */
export function erroFor(
  { code, message }: MessageRefused,
  errorComponent: Component,
  about: Readonly<Record<string, unknown>>,
): Erro {
  const version = messageVersions.find((one) => one === about['messageVersion'])
  const type = messageTypes.find((one) => one === about['messageType'])
  return {
    messageType: 'Erro',
    messageVersion: version ?? messageVersions.at(-1)!,
    errorCode: code,
    errorComponent,
    errorDescription: descriptions[code],
    errorDetail: message,
    ...(type !== undefined && { errorMessageType: type }),
    ...Object.fromEntries(ids.map((id) => [id, about[id]]).filter(([, value]) => isId(value))),
  }
}

const messageTypes = ['AReq', 'ARes', 'CReq', 'CRes', 'PReq', 'PRes', 'RReq', 'RRes', 'Erro'] as const
const ids = ['threeDSServerTransID', 'acsTransID', 'dsTransID'] as const

/** An id has 36 characters; one that is longer is not repeated. */
const isId = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 36

function refusalOf({ field, kind, rule }: Problem): MessageRefused {
  if (kind === 'missing') return new MessageRefused('201', field)
  if (field === 'messageType') return new MessageRefused('101', `${field} ${rule}`)
  if (field === 'messageVersion') return new MessageRefused('102', messageVersions.join(','))
  return new MessageRefused('203', `${field} ${rule}`)
}

/** The messageType that an operation takes; `undefined` for one that is no message of the protocol. */
const typeOf = ({ shape }: Operation['request']): unknown =>
  (shape['messageType'] as { readonly def?: { readonly values?: readonly unknown[] } } | undefined)?.def?.values?.[0]

const recordOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
