/** Whether a field must be given; `undefined` where the document states nothing. */
export type Need = 'mandatory' | 'optional' | 'conditional'

/** A field as the document shows it: facts only, none of its prose. */
export interface Fact {
  readonly name: string
  /** The path of the object around it; `[]` ends the name of a list. */
  readonly place: string
  readonly line: number
  readonly type?: string | undefined
  /** `1..36`, or `3` where the document states a single number. */
  readonly length?: string | undefined
  readonly need?: Need | undefined
  readonly values?: readonly string[] | undefined
  readonly list?: true | undefined
  /** Its members stand in another section, or in a named block of it. */
  readonly shape?: string | undefined
  /** The operation, or the section, that describes it further. */
  readonly like?: string | undefined
  /** Only an example, or a sentence about one, shows it. */
  readonly example?: true | undefined
}

export interface OperationFacts {
  /** The path of a gateway's operation, or the name of an issuer's. */
  readonly operation: string
  readonly section: string
  readonly line: number
  readonly request: readonly Fact[]
  readonly response: readonly Fact[]
}

/** A resource or a block of fields that several operations share. */
export interface ShapeFacts {
  readonly shape: string
  readonly line: number
  readonly fields: readonly Fact[]
}

export interface DocumentFacts {
  readonly document: string
  readonly tables: number
  readonly shapes: readonly ShapeFacts[]
  readonly operations: readonly OperationFacts[]
}
