import * as z from 'zod/mini'
import { checkoutApi } from '#contract/checkout-api.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import { originIn } from '#proxy/config/origins.ts'
import { schemasIn } from './names.ts'

/** A reader of untrusted text. */
export interface Validator {
  readonly name: string
  read(text: string): unknown
}

/** Every schema of the contract that accepts text, and every other parser of incoming text. */
export function validators(): readonly Validator[] {
  const tables = { checkout: checkoutApi, merchant: merchantApi, gateway: gatewayApi }
  const roots: (readonly [string, z.core.$ZodType])[] = [
    ...Object.entries(tables).flatMap(([table, api]) =>
      Object.entries(api).map(([name, { request }]) => [`${table}.${name}`, request] as const),
    ),
    ['ticket', Ticket],
  ]
  const fields = roots.flatMap(([root, schema]) =>
    [...schemasIn(schema)].map(([path, inner]) => [`${root}.${path}`, inner] as const),
  )
  return [
    ...fields
      .filter(([, schema]) => (schema as z.core.$ZodTypes)._zod.def.type === 'string')
      .map(([name, schema]) => ({ name, read: (text: string) => z.safeParse(schema, text).success })),
    { name: 'origin', read: originIn },
    { name: 'strict JSON', read: (text) => attempt(() => readStrictly(text)) },
    { name: 'strict JSON, a text', read: (text) => attempt(() => readStrictly(JSON.stringify({ a: text }))) },
  ]
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Pieces whose repetition a backtracking pattern can match in many ways. */
const pieces = [
  'a',
  '1',
  '.',
  '@',
  '-',
  ' ',
  'a@',
  'a.',
  '@.',
  '0',
  '+',
  '=',
  'A',
  '/',
  '-a',
  'aa-',
  '\\',
  '"',
  '{',
  '[',
  'é',
  '\t',
  ':',
  '%',
]

/** Texts of a length on which such patterns take longest to fail. */
export const adversarial = (length: number): readonly string[] =>
  pieces.flatMap((piece) => {
    const text = piece.repeat(length / piece.length)
    return [text, `${text} `, `a@${text} `, `a@a.${text}@`, `${text}\n`]
  })

/** The slowest validator for texts of a length, with its milliseconds: the best of three measurements. */
export function slowest(length: number): { readonly name: string; readonly ms: number } {
  const texts = adversarial(length)
  let worst = { name: '', ms: 0 }
  for (const { name, read } of validators())
    for (const text of texts) {
      const first = timed(read, text)
      // The garbage collector may slow a single measurement down.
      const ms = first > worst.ms ? Math.min(first, timed(read, text), timed(read, text)) : first
      if (ms > worst.ms) worst = { name, ms }
    }
  return worst
}

function timed(read: Validator['read'], text: string): number {
  const begun = performance.now()
  read(text)
  return performance.now() - begun
}
