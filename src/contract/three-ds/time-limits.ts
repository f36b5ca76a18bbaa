// The time limits of 3-D Secure, in milliseconds, that depend on one another; test/unit/contract/time-limits.test.ts has how.

/** Time for the method, after which the payment continues without it (EMV 3DS 2.2, requirements 258 and 315). */
export const METHOD_LIMIT = 10_000

/**
 * Time for the method as the page sees it: longer than the limit by the loading of the frame that runs it, so that a
 * frame that works always answers first.
 */
export const METHOD_WAIT = METHOD_LIMIT + 2_000

/** An access server gives a shopper ten minutes for a screen (EMV 3DS, requirement 343). */
export const CHALLENGE_LIMIT = 600_000

/** Time after which the dialog offers the bank's page as a full page, for a bank that refuses frames; nothing else changes. */
export const CHALLENGE_LATE = 3_000

/** Time after which the shopper sees that the bank takes long, where nothing of the bank's is shown. */
export const BANK_SLOW = 8_000

/** Pause between two reads of the outcome during a challenge, which may end without a message to the page. */
export const CHALLENGE_READ_PAUSE = 3_000

/**
 * Time after another tab's challenge, before it is shown in this tab: no shorter than the pause between two reads, so that
 * its result has arrived by then.
 */
export const CONTINUE_AFTER = 3_000

/**
 * What a payment needs after the shopper's step is kept for a challenge's time: the continuation of a method, the record
 * of an authentication by the merchant's own server, and the try that an abandoned challenge was.
 */
export const AUTHENTICATION_LIFETIME = 600_000
