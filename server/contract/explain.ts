import type * as z from 'zod/mini'

/** One broken rule, described so that the sender of the field can fix it. */
export interface Problem {
  /** Dotted path of the field, `''` when the whole body is meant. */
  readonly field: string
  /** `missing`, `unknown`, `type` or `rule`. */
  readonly kind: 'missing' | 'unknown' | 'type' | 'rule'
  /** What the field must be, as the end of the sentence “field …”. */
  readonly rule: string
}

type Issue = z.core.$ZodIssue
type IssueLike = Pick<Problem, 'kind' | 'rule'>

const nouns: ReadonlyMap<string, string> = new Map([
  ['int', 'a whole number'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

const units = { string: ['character', 'characters'], array: ['entry', 'entries'] } as const

const counted = (size: number, of: keyof typeof units): string => `${size} ${units[of][size === 1 ? 0 : 1]}`

const bound = ({ origin }: { origin: string }, method: 'least' | 'most', size: unknown): IssueLike =>
  origin === 'string' || origin === 'array'
    ? { kind: 'rule', rule: `must have at ${method} ${counted(Number(size), origin)}` }
    : { kind: 'rule', rule: `must be at ${method} ${String(size)}` }

const descriptions: { readonly [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>) => IssueLike } = {
  invalid_type: ({ expected }) => ({
    kind: 'type',
    rule: `must be ${nouns.get(expected) ?? `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`}`,
  }),
  unrecognized_keys: () => ({ kind: 'unknown', rule: 'is not a known field' }),
  too_small: (issue) => bound(issue, 'least', issue.minimum),
  too_big: (issue) => bound(issue, 'most', issue.maximum),
  invalid_value: ({ values }) => ({ kind: 'rule', rule: `must be one of ${values.map(String).join(', ')}` }),
}

/**
 * Turns the first issue of a failed parse into a problem that names the field and the rule; `sent` is what was parsed.
 */
export function explain(error: z.core.$ZodError, sent: unknown): Problem {
  const issue = innermost(error.issues[0]!)
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...issue.path, ...unknown].map(String).join('.')
  const value = at(sent, issue.path)
  return {
    field,
    ...(value === undefined ? { kind: 'missing', rule: 'is required' } : (fraction(issue, value) ?? describe(issue))),
  }
}

/** The problem of the shape that was meant, where a value may have several: that of the one that is read furthest. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const inside = issue.errors.flatMap(([first]) => (first?.path.length ? [first] : []))
  const [furthest] = inside.toSorted((one, other) => other.path.length - one.path.length)
  return furthest ? innermost({ ...furthest, path: [...issue.path, ...furthest.path] } as Issue) : issue
}

/** A number that a form writes with a fraction stays text where a whole one is expected. */
const fraction = ({ code }: Issue, value: unknown): IssueLike | undefined =>
  code === 'invalid_type' && typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
    ? { kind: 'type', rule: 'must be a whole number' }
    : undefined

const describe = (issue: Issue): IssueLike =>
  (descriptions[issue.code] as ((one: Issue) => IssueLike) | undefined)?.(issue) ?? {
    kind: 'rule',
    rule: issue.message && issue.message !== 'Invalid input' ? `must be ${issue.message}` : 'is not valid',
  }

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
