/**
 * Characters of a ticket that a header may hold: servers in between commonly refuse a header, or all of them together,
 * above 8 KB, and cookies of the shop's domain stand beside it. A longer ticket is the member `ticket` of a JSON body.
 */
export const LONGEST_IN_HEADER = 4096

/** Characters of a ticket at most: those of a basket with 100 entries of about 950 bytes each. */
export const LONGEST_TICKET = 131_072
