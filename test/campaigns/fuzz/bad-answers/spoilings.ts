import type { Chance } from '../chance.ts'
import { nastyValue, nested, scriptAddress } from '../values.ts'

/** A correct answer of the gateway, and another one to mix it up with. */
export interface Honest {
  readonly what: string
  readonly answer: Readonly<Record<string, unknown>>
  /** The answer about another order, which is paid. */
  readonly foreign: Readonly<Record<string, unknown>>
}

/** A fault injected into an answer; none makes it a well-formed answer with another state of this order. */
export interface Spoiling {
  readonly name: string
  /** Only for this operation. */
  readonly only?: RegExp
  make(honest: Honest, chance: Chance): Response | Promise<Response>
}

const text = (body: string, init?: ResponseInit): Response => new Response(body, init)
const json = (value: unknown): Response => text(JSON.stringify(value))
const failing = (code: string) => (): Promise<Response> => Promise.reject(Object.assign(new Error(code), { code }))

/** Fields that decide the result; another value in them would be another result, not a broken answer. */
const deciding: ReadonlySet<string> = new Set(['errorCode', 'success', 'error', 'orderStatus', 'data'])

const broken = (answer: object): string => JSON.stringify(answer)

const status = /getOrderStatusExtended/

/** Values that no field of that name may have. */
const wrongTypes: readonly unknown[] = [[], {}, [1], { a: 1 }, '', 'x', true, 1.5, -1, 1e21]

export const spoilings: readonly Spoiling[] = [
  { name: 'nothing', make: () => text('') },
  { name: 'a page', make: () => text('<!doctype html><html><body>Bad Gateway</body></html>') },
  {
    name: 'cut off',
    make: ({ answer }, { int }) =>
      text(
        broken(answer)
          .slice(0, int(broken(answer).length - 1) + 1)
          .replace(/\}$/, ''),
      ),
  },
  { name: 'twice', make: ({ answer }) => text(broken(answer) + broken(answer)) },
  { name: 'in a list', make: ({ answer }) => json([answer]) },
  { name: 'null', make: () => text('null') },
  { name: 'a number', make: () => text('0') },
  { name: 'NaN', make: ({ answer }) => text(broken(answer).replace(/:(-?\d+)/, ':NaN')), only: /Status/ },
  { name: 'huge', make: ({ answer }) => json({ ...answer, more: 'x'.repeat(1_100_000) }) },
  { name: 'deep', make: ({ answer }) => json({ ...answer, more: nested(64, 1) }) },
  { name: 'zipped', make: () => text('\x1f\x8b\x08\0\0\0\0\0' + '\0'.repeat(9000)) },
  { name: 'more names', make: ({ answer }, chance) => json({ ...answer, more: nastyValue(chance), paid: true }) },
  {
    name: 'a name twice',
    make: ({ answer }) => text(broken(answer).replace(/\}$/, ',"errorCode":"0","errorCode":"5"}')),
  },
  {
    name: 'paid by a second status',
    only: status,
    make: ({ answer }) => text(broken(answer).replace(/\}$/, ',"orderStatus":2}').replace(/^\{/, '{"orderStatus":0,')),
  },
  { name: 'a prototype', make: ({ answer }) => text(broken(answer).replace('{', '{"__proto__":{"orderStatus":2},')) },
  {
    name: 'a field of another type',
    make: ({ answer }, { pick }) => {
      const names = Object.keys(answer).filter((name) => !deciding.has(name))
      return json(names.length ? { ...answer, [pick(names)]: pick(wrongTypes) } : answer)
    },
  },
  {
    name: 'a verdict of another type',
    make: ({ answer }, { pick }) =>
      json({ ...answer, [pick(['errorCode', 'orderStatus'])]: pick([[], {}, [0], true]) }),
  },
  {
    name: 'a code that is no number',
    make: ({ answer }, { pick }) => json({ ...answer, errorCode: pick(['x', '0x', 'NaN', '1.5']) }),
    only: /payment(?:order|OrderBinding)/,
  },
  { name: 'about another order', make: ({ foreign }) => json(foreign), only: status },
  {
    name: 'about another order that it does not name',
    make: ({ foreign: { orderNumber: _, ...rest } }) => json(rest),
    only: status,
  },
  {
    name: 'another amount',
    only: status,
    make: ({ answer }, { pick }) => json({ ...answer, amount: pick([1, 0, -1, Number(answer['amount']) * 100]) }),
  },
  { name: 'no amount', only: status, make: ({ answer: { amount: _, ...rest } }) => json(rest) },
  {
    name: 'another currency',
    only: status,
    make: ({ answer }, { pick }) => json({ ...answer, currency: pick(['840', '', '97']) }),
  },
  { name: 'no status', only: status, make: ({ answer: { orderStatus: _, ...rest } }) => json(rest) },
  {
    name: 'an unknown status',
    only: status,
    make: ({ answer }, { pick }) => json({ ...answer, orderStatus: pick([9, 99, -2, 1e9]) }),
  },
  { name: 'no identifier', only: status, make: ({ answer: { attributes: _, ...rest } }) => json(rest) },
  {
    name: 'a long identifier',
    only: status,
    make: ({ answer }) => json({ ...answer, attributes: [{ name: 'mdOrder', value: 'x'.repeat(500) }] }),
  },
  {
    name: 'sums that cannot be',
    only: status,
    make: ({ answer }, { pick }) => {
      const sum = (): number => pick([-1, 0, 1e15, 7])
      const sums = { paymentState: 'X', approvedAmount: sum(), depositedAmount: sum(), refundedAmount: sum() }
      return json({ ...answer, paymentAmountInfo: sums })
    },
  },
  {
    name: 'an access server that is none',
    only: /payment/,
    make: ({ answer }, { pick }) =>
      json({ ...answer, acsUrl: pick([scriptAddress, 'http://acs.example/', 'x']), packedCReq: 'e30' }),
  },
  ...[201, 204, 301, 307, 400, 401, 403, 429, 500, 502, 503, 504].map((code): Spoiling => ({
    name: `HTTP ${code}`,
    make: ({ answer }) => (code === 204 ? new Response(null, { status: 204 }) : text(broken(answer), { status: code })),
  })),
  ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_RES_EXCEEDED_MAX_SIZE'].map(
    (code): Spoiling => ({ name: code, make: failing(code) }),
  ),
  { name: 'silence', make: () => new Promise(() => {}) },
]
