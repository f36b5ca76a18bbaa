/** The digit that makes a number pass the Luhn check. */
export function luhnDigit(body: string): string {
  const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 ? Number(digit) : doubled(Number(digit))), 0)
  return String((10 - (sum % 10)) % 10)
}
