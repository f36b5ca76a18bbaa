/** Minor units as a plain decimal number: `1299` with two digits is `12.99`. Exact for every amount of a ticket. */
export const decimalOf = (amount: number, digits: number): string => (amount / 10 ** digits).toFixed(digits)
