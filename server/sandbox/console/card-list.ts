import type { TestCard } from '#sandbox/cards/test-card.ts'

/** A test card as published: what a shopper types and the result, without the issuer's own data. */
export type PublishedCard = Omit<TestCard, 'issuer'>

/** The test cards, for people and tests. */
export const cardList = (cards: readonly TestCard[]): readonly PublishedCard[] =>
  cards.map(({ issuer: _, ...published }) => published)
