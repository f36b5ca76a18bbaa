/** First six and last four digits of a card number, as receipts show it. */
export const maskPan = (pan: string): string => `${pan.slice(0, 6)}**${pan.slice(-4)}`
