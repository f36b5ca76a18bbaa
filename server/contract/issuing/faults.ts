import * as z from 'zod/mini'

/** Processing rejected the request (family): the code, and a sentence that names the field. */
export const ProcessingFault = z.object({ responseCode: z.string(), message: z.string() })

/** The service itself rejected the caller (family). */
export const ServiceFault = z.object({ errorCode: z.string(), errorDesc: z.string() })
