import type { DocumentFacts, Fact } from './facts.ts'

/** A field of an operation with everything that the document states of it, in all the places that it refers to. */
export interface Stated extends Omit<Fact, 'line'> {
  readonly lines: readonly number[]
  /** The section or block that the field stands in, when it is not the operation's own, and its place there. */
  readonly within?: readonly [shape: string, place: string]
  /** The section or block that its members stand in. */
  readonly holds?: string
  readonly hasMembers: boolean
}

export type Side = 'request' | 'response'
export const sides: readonly Side[] = ['request', 'response']

export const isGateway = ({ document }: DocumentFacts): boolean => document.startsWith('online')

/** A path without the marks of lists. */
export const bare = (path: string): string => path.replaceAll('[]', '')

/** A path below a place. */
export const inside = (place: string, path: string): string => [place, path].filter(Boolean).join('.')
