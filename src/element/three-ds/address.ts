import { isVisitable } from '#bridge/visitable.ts'

/** Whether the page may navigate to an address. */
export const mayVisit = (address: string): boolean => URL.canParse(address) && isVisitable(new URL(address))
