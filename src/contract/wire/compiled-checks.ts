import type * as z from 'zod/mini'

type Check = z.core.$ZodChecks['_zod']['def']
type Predicate = (value: unknown) => boolean

/** The checks of a schema as predicates, in their order; `undefined` where one of them is of another kind. */
export function predicatesOf(schema: z.core.$ZodType): readonly Predicate[] | undefined {
  const { def, traits } = schema._zod
  const own = traits.has('$ZodNumberFormat') ? [def] : []
  const checks = (def.checks ?? []).map((check) => check._zod.def)
  const predicates = [...own, ...checks].map((check) => predicateOf(check as Check))
  return predicates.every((one) => one !== undefined) ? predicates : undefined
}

function predicateOf(check: Check): Predicate | undefined {
  switch (check.check) {
    case 'min_length':
      return atLeast(check.minimum)
    case 'max_length':
      return atMost(check.maximum)
    case 'string_format':
      return check.format === 'regex' && check.pattern ? matching(check.pattern) : undefined
    case 'number_format':
      return check.format === 'safeint' ? Number.isSafeInteger : undefined
    case 'greater_than':
      return typeof check.value === 'number' ? above(check.value, check.inclusive) : undefined
    case 'less_than':
      return typeof check.value === 'number' ? below(check.value, check.inclusive) : undefined
    default:
      return refinement(check)
  }
}

type Sized = string | readonly unknown[]

/** Texts are as long as they have characters, of which some are two units; it is only counted where that decides. */
const lengthOf = (value: Sized): number => (typeof value === 'string' ? [...value].length : value.length)

const atLeast =
  (minimum: number): Predicate =>
  (value) => {
    const { length } = value as Sized
    return length >= minimum && (length >= minimum * 2 || lengthOf(value as Sized) >= minimum)
  }

const atMost =
  (maximum: number): Predicate =>
  (value) =>
    (value as Sized).length <= maximum || lengthOf(value as Sized) <= maximum

const matching = (pattern: RegExp): Predicate | undefined =>
  pattern.global || pattern.sticky ? undefined : (value) => pattern.test(value as string)

const above = (limit: number, isInclusive: boolean): Predicate =>
  isInclusive ? (value) => (value as number) >= limit : (value) => (value as number) > limit

const below = (limit: number, isInclusive: boolean): Predicate =>
  isInclusive ? (value) => (value as number) <= limit : (value) => (value as number) < limit

/** A rule of the contract's own. */
function refinement(check: object): Predicate | undefined {
  const { check: kind, fn, when } = check as { check?: string; fn?: (value: unknown) => unknown; when?: unknown }
  return kind === 'custom' && fn && !when ? (value) => Boolean(fn(value)) : undefined
}
