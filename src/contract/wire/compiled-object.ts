import type * as z from 'zod/mini'
import { FAILED, isNoValue, UNSURE, type Parse } from './parse-result.ts'

type Schema = z.core.$ZodType

/** Most sets of members, and beginnings of them, that are remembered; then it starts anew. */
const MOST_NODES = 500

/** A beginning of an object's members, in the order in which the object has them. */
interface Node {
  readonly next: Map<string, Node>
  /** How an object with exactly these is parsed. */
  plan?: Plan
}

interface Member {
  readonly name: string
  readonly parse: Parse
}

/** The members that are present, in the schema's order, or the result where a required one is absent. */
type Plan = readonly Member[] | typeof FAILED | typeof UNSURE

/**
 * The parser of an object: of many optional members few are there, and those that are absent should cost nothing. What
 * is to be done is remembered for each set of members that occurs.
 */
export function objectParser({ shape, catchall }: z.core.$ZodObjectDef, compile: (schema: Schema) => Parse): Parse {
  const isStrict = catchall?._zod.def.type === 'never'
  const parseOther = catchall && !isStrict ? compile(catchall) : undefined
  // Not before the first value: a schema may contain itself.
  let members: readonly (Member & { readonly schema: Schema })[] | undefined
  let [root, nodes]: [Node, number] = [{ next: new Map() }, 0]

  const extend = (node: Node, name: string): Node => {
    if (++nodes > MOST_NODES) [root, nodes] = [{ next: new Map() }, 0]
    const after: Node = { next: new Map() }
    node.next.set(name, after)
    return after
  }

  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return FAILED
    const prototype = Object.getPrototypeOf(value) as unknown
    if (prototype !== null && prototype !== Object.prototype) return UNSURE
    members ??= Object.entries(shape).map(([name, schema]) => ({ name, schema, parse: compile(schema) }))
    const given = value as Readonly<Record<string, unknown>>
    let node = root
    let others: string[] | undefined
    for (const name in given) {
      const after = node.next.get(name)
      if (after) node = after
      else if (Object.hasOwn(shape, name)) node = extend(node, name)
      else if (isStrict) return FAILED
      else if (name === '__proto__') return UNSURE
      else if (parseOther) (others ??= []).push(name)
    }
    node.plan ??= planOf(members, given)
    if (typeof node.plan === 'symbol') return node.plan
    const result: Record<string, unknown> = {}
    for (const { name, parse } of node.plan) {
      const member = parse(given[name])
      if (isNoValue(member)) return member
      result[name] = member
    }
    for (const name of others ?? []) {
      const member = given[name] === undefined ? UNSURE : parseOther!(given[name])
      if (isNoValue(member)) return member
      result[name] = member
    }
    return result
  }
}

function planOf(members: readonly (Member & { readonly schema: Schema })[], given: object): Plan {
  const plan: Member[] = []
  for (const { name, parse, schema } of members)
    if (Object.hasOwn(given, name)) plan.push({ name, parse })
    else if (schema._zod.optin === undefined) return FAILED
    // Anything else may have a value where there is none.
    else if (schema._zod.def.type !== 'optional' || schema._zod.optin !== 'optional') return UNSURE
  return plan
}
