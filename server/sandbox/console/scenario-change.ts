import * as z from 'zod/mini'
import { explain, type Complaint } from '#contract/explain.ts'
import { coerce } from '#contract/wire/form.ts'
import { Scenario } from '#sandbox/scenario/scenario.ts'

const ScenarioChange = z.partial(Scenario)

type Asked = { readonly change: Partial<Scenario> } | { readonly complaint: Complaint }

/** Reads a change of some switches; an unknown switch or value is a complaint, never passed over. */
export function readChange(body: unknown, encoding: 'json' | 'form'): Asked {
  const sent = encoding === 'form' ? coerce(ScenarioChange, body ?? {}) : body
  const read = ScenarioChange.safeParse(sent)
  if (!read.success) return { complaint: explain(read.error, sent) }
  const set = Object.entries(read.data).filter(([, value]) => value !== undefined)
  return { change: Object.fromEntries(set) as Partial<Scenario> }
}

/** The values a switch may have; `undefined` where it is a number. */
export function choicesOf(name: keyof Scenario): readonly string[] | undefined {
  const schema = Scenario.shape[name]
  return 'options' in schema ? schema.options : undefined
}
