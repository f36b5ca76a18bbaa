/** Whether the last digit is the check digit of the rest (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits !== '' && sum % 10 === 0
}
