import type { Chance } from '../chance.ts'
import type { Garbling } from '../faults.ts'
import type { Answer } from './serve.ts'

/** Applies the fault to an answer; one about another order has that order's identifiers and state. */
export function garbled(how: Garbling, { status, body }: Answer, chance: Chance): Answer {
  return { status, body: paths[how](body, chance) }
}

const paths: Readonly<Record<Garbling, (body: string, chance: Chance) => string>> = {
  truncated: (body, { between }) => body.slice(0, between(0, Math.max(0, body.length - 1))),
  malformed: () => '{"errorCode":',
  'name twice': (body) => body.replace('{', '{"errorCode":"0","errorCode":"5",'),
  html: () => '<!doctype html><title>Please wait</title>',
  huge: (body) => `${body}${' '.repeat(70_000)}`,
  foreign: (body, chance) => foreign(body, chance),
}

/** The gateway has mixed two answers up: this one is about another order, in any state. */
function foreign(body: string, { pick }: Chance): string {
  const fields = JSON.parse(body) as Record<string, unknown>
  if ('orderStatus' in fields) return JSON.stringify({ ...fields, ...pick(strangers) })
  if ('formUrl' in fields) return JSON.stringify({ ...fields, orderId: STRANGER })
  return JSON.stringify(
    pick([
      { errorCode: '0', redirect: 'https://shop.example/' },
      { errorCode: '0', error: 'Declined' },
    ]),
  )
}

const STRANGER = '00000000-0000-4000-8000-999999999999'

const stranger = { orderNumber: 'ANOTHER-1', attributes: [{ name: 'mdOrder', value: STRANGER }] }
const strangers = [
  { ...stranger, orderStatus: 2, actionCode: 0 },
  { ...stranger, orderStatus: 6, actionCode: 116 },
  { ...stranger, orderStatus: 0, actionCode: -100 },
]
