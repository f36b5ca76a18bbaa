import * as z from 'zod/mini'

type Shape = Readonly<Record<string, z.core.$ZodType>>
type Parse = z.core.$ZodType['_zod']['parse']

/** With fewer optional members than this, looking them all up costs less than choosing those that are there. */
const MANY = 8

/** Most sets of members that have a parser of their own. */
const MOST_SETS = 32

const isOptional = ({ _zod }: z.core.$ZodType): boolean => (_zod as z.core.$ZodTypes['_zod']).def.type === 'optional'

/**
 * An object schema with the same results, for objects with few of many optional members: zod's own code runs a parser
 * for every member that is absent, too. Each set of members that occurs gets a parser of only these and the required
 * ones.
 */
export function sparseObject(def: z.core.$ZodObjectDef, shape: Shape): z.core.$ZodType {
  const names = Object.keys(shape)
  const optional = new Set(names.filter((name) => isOptional(shape[name]!)))
  const whole = new z.core.$ZodObjectJIT({ ...def, shape })
  if (optional.size < MANY || def.checks?.length) return whole
  const [internals, parseAll] = [whole._zod, whole._zod.parse as Parse]
  const parsers = new Map<string, Parse>()
  const parserFor = (set: string, value: object): Parse => {
    const some = names.filter((name) => !optional.has(name) || name in value).map((name) => [name, shape[name]!])
    const parser = new z.core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(some) as Shape })._zod.parse as Parse
    parsers.set(set, parser)
    return parser
  }
  const parse: Parse = (payload, context) => {
    const { value } = payload
    if (typeof value !== 'object' || value === null) return parseAll(payload, context)
    let set = ''
    for (const name in value) if (optional.has(name)) set += `${name} `
    const parser = parsers.get(set) ?? (parsers.size < MOST_SETS ? parserFor(set, value) : parseAll)
    return parser(payload, context)
  }
  internals.parse = parse
  internals.run = parse
  return whole
}
