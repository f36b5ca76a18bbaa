/** Carries messages between the primary process and one of its workers, in order. */
export interface Channel {
  /** Throws where the other side has ended. */
  send(message: object): void
  receive(listen: (message: unknown) => void): void
}

/** The operations of the store that the primary holds for its workers. */
export type StoreOperation = 'take' | 'release' | 'isTaken' | 'note' | 'isNoted' | 'add' | 'count' | 'remove' | 'check'

export type Value = string | number

/** What a worker asks in one turn of its event loop: the number of each call, its operation, and its arguments. */
export interface Questions {
  readonly tenderAsks: readonly (readonly [id: number, operation: StoreOperation, values: readonly Value[]])[]
}

/** The results, by the numbers of the calls, and how many milliseconds the store has existed. */
export interface Answers {
  readonly tenderAnswers: readonly (readonly [id: number, result: number | boolean | undefined])[]
  readonly age: number
}

export const isQuestions = (message: unknown): message is Questions => Object.hasOwn(Object(message), 'tenderAsks')

export const isAnswers = (message: unknown): message is Answers => Object.hasOwn(Object(message), 'tenderAnswers')
