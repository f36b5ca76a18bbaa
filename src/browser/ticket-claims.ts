/** Reads a ticket's claims without verifying them; an unreadable ticket has none. */
export function claimsOf(ticket: string): Record<string, unknown> {
  try {
    const payload = atob(ticket.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(payload, (c) => c.charCodeAt(0))))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
