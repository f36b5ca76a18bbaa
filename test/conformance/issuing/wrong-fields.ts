import type * as z from 'zod/mini'
import { wrongFields, type WrongField } from '../gateway/wrong-fields.ts'

type Def = z.core.$ZodTypes['_zod']['def']

const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def

/** A JSON number is accepted as text here (2.1), so the value of another type must not be a number. */
const retyped = (wrong: WrongField): WrongField =>
  wrong.how === 'of another type' && wrong.value === 5 ? { ...wrong, value: [true] } : wrong

/** Every field of an operation's request, with each kind of value that its schema alone refuses. */
export const wrongOf = (request: z.ZodMiniObject): WrongField[] => [
  ...wrongFields(request, 'json').map(retyped),
  ...unknownInBlocks(request),
  ...Object.entries(request.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) => inList(name, field)),
]

/** Lists are in a pipe, because they may be nested. */
function inList(name: string, field: z.core.$ZodType): WrongField[] {
  const def = defOf(field)
  const out = def.type === 'pipe' ? defOf(def.out) : def
  return out.type === 'array' ? [{ path: [name], how: 'of another type', value: 'no list' }] : []
}

/** A field that each block and each entry of a list does not know. */
function unknownInBlocks(request: z.ZodMiniObject): WrongField[] {
  const inside = wrongFields(request, 'json').filter(({ path }) => path.length > 1 && typeof path.at(-1) === 'string')
  const blocks = new Map(inside.map(({ path }) => [path.slice(0, -1).join('.'), path.slice(0, -1)]))
  return [...blocks.values()].map((path) => ({ path: [...path, 'nonsense'], how: 'not known', value: 'yes' }))
}
