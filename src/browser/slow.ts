/** Milliseconds after which a waiting shopper sees that it takes longer than usual. */
export const SLOW = 8_000
