import * as z from 'zod/mini'
import { Scenario, type ScenarioChange } from '#sandbox/scenario/fault-switches.ts'

/** Some switches; an unknown one is rejected, not ignored. */
export const ScenarioSwitches = z.partial(Scenario)

/** Some switches of one order: without those of the issuer and of calls that name no order. */
export const OrderChange = z.partial(
  z.omit(Scenario, { issuing: true, issuingLists: true, bindingDelay: true, bindingAnswer: true }),
)

export const givenSwitches = (change: z.infer<typeof ScenarioSwitches>): ScenarioChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ScenarioChange

/** The values a switch may have; `undefined` where it is a number. */
export function choicesOf(name: keyof Scenario): readonly string[] | undefined {
  const schema = Scenario.shape[name]
  return 'options' in schema ? schema.options : undefined
}
