/**
 * Whether a value is still to come. Awaiting one that is there already costs a promise and a turn of the event loop's
 * microtasks, of which a request would have dozens.
 */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise
