import type * as z from 'zod/mini'
import { parseExactly, stringifyExactly } from '#contract/wire/exact-json.ts'

/** Every operation is a POST of JSON to its own name (2.1); String fields take JSON numbers. */
export const rpc = <const Name extends string, Requested extends z.ZodMiniObject, Answered extends z.ZodMiniType>(
  name: Name,
  result: {
    readonly summary: string
    readonly source: string
    readonly request: Requested
    readonly response: Answered
  },
) =>
  ({
    ...result,
    method: 'POST',
    path: `/apigate/ws/rest/${name}`,
    encoding: 'json',
    numerals: 'as-text',
    json: { parse: parseExactly, stringify: stringifyExactly },
  }) as const
