import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { explain } from '#contract/explain.ts'
import { Refused } from '#contract/faults.ts'
import { coerce } from '#contract/wire/form.ts'

export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')

/** Reads a page's form or a program's JSON; throws on an unknown field or an invalid value, naming field and rule. */
export function readBody<Schema extends z.core.$ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
  const { body } = request
  return validated(schema, isForm(request) ? coerce(schema, body ?? {}) : body)
}

/** Returns the validated value; throws a `Refused` that names field and rule. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const read = z.safeParse(schema, sent)
  if (read.success) return read.data
  const { rule, field } = explain(read.error, sent)
  throw new Refused('field_invalid', rule, field)
}

/** Rejects cross-site requests: any page can post a form here, and browsers send Sec-Fetch-Site. */
export async function refuseStrangers({ headers }: FastifyRequest): Promise<void> {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused('origin_refused', 'foreign page')
}
