import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { CommandError } from './command.ts'

/** The claims of an order in a command's operand; `command` is named by the error. */
export function orderIn(text = '', command: string): Partial<OrderClaims> {
  try {
    // A file that a shell reads into the argument may begin with a byte order mark, which trim removes.
    return JSON.parse(text.trim()) as OrderClaims
  } catch {
    throw new CommandError(`The order must be JSON, in one argument. See tender ${command} --help.`)
  }
}
