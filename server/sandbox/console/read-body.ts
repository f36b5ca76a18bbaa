import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { explain } from '#contract/explain.ts'
import { Refused } from '#contract/faults.ts'
import { coerce } from '#contract/wire/form.ts'

export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')

/** Reads what a page's form or a program's JSON says; an unknown field or a wrong value is refused by name and rule. */
export function readBody<Schema extends z.core.$ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
  const { body } = request
  return validated(schema, isForm(request) ? coerce(schema, body ?? {}) : body)
}

/** The value, if it is what the schema says; throws a refusal that names field and rule. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const read = z.safeParse(schema, sent)
  if (read.success) return read.data
  const { rule, field } = explain(read.error, sent)
  throw new Refused('field_invalid', rule, field)
}

/** A foreign page could post a form here without asking; browsers say where a request comes from. */
export async function refuseStrangers({ headers }: FastifyRequest): Promise<void> {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused('origin_refused', 'foreign page')
}
