import * as z from 'zod/mini'

/** Where a `page` answer sends the browser: a plain redirect, or a form that posts itself. */
export const Redirect = z.union([
  z.strictObject({ location: z.string() }),
  z.strictObject({ action: z.string(), fields: z.record(z.string(), z.string()) }),
])
export type Redirect = z.infer<typeof Redirect>
