import type * as z from 'zod/mini'

/** Every operation is a POST of JSON to its own name (2.1); String fields take JSON numbers. */
export const rpc = <const Name extends string, Asked extends z.ZodMiniObject, Answered extends z.ZodMiniType>(
  name: Name,
  told: { readonly summary: string; readonly source: string; readonly request: Asked; readonly response: Answered },
) =>
  ({
    ...told,
    method: 'POST',
    path: `/apigate/ws/rest/${name}`,
    encoding: 'json',
    numerals: 'as-text',
  }) as const
