import type { TestCard } from '#sandbox/cards/test-cards.ts'

/** A test card as it is published: what a shopper types and what comes of it, nothing of the issuer's own files. */
export type PublishedCard = Omit<TestCard, 'issuer'>

/** The test cards for people and for tests to read. */
export const cardList = (cards: readonly TestCard[]): readonly PublishedCard[] =>
  cards.map(({ issuer: _, ...published }) => published)
