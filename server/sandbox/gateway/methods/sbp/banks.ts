/** A bank that takes part in the system. */
export interface Bank {
  readonly id: string
  readonly name: string
}

/** The banks of the sandbox, whose payers have as much money as an order needs. */
export const banks: readonly Bank[] = [
  { id: 'alder', name: 'Alder Bank' },
  { id: 'birch', name: 'Birch Bank' },
  { id: 'cedar', name: 'Cedar Bank' },
]

export const bankNamed = (id: unknown): Bank | undefined => banks.find((bank) => bank.id === id)
