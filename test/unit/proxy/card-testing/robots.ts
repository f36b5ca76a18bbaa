import type { Setup } from './setup.ts'

/** The address of one robot; `far` gives the addresses of many. */
export const IP = '203.0.113.5'
export const far = (at: number): string => `198.${at}.100.7`

/** Tries one card on each of so many orders, from one address or from many. */
export async function tryMany(setup: Setup, orders: number, addressOf = (_: number) => IP): Promise<void> {
  for (let at = 0; at < orders; at += 1) await (await setup.visitor(`many-${at}`, addressOf(at))).tryCard(at)
}
