/** Schemes that a browser or a system reads itself, some as the address of another page; no app has them. */
const taken: ReadonlySet<string> = new Set(
  (
    'http https ftp ftps sftp ws wss file filesystem blob data about javascript vbscript livescript mocha jar feed ' +
    'intent android-app view-source chrome chrome-extension moz-extension edge opera resource res cid mid'
  ).split(' '),
)

/** Microsoft's own, of which several open an address that they hold. */
const ofOffice = /^ms-/

/**
 * Whether an address is the deep link of an app, such as `shopapp://orders/17`: a ticket may lead back into one (online
 * gateway 4.1 wants only a protocol).
 */
export function leadsToApp(address: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\\p{Cc}]+$/iu.exec(address)?.[1]?.toLowerCase()
  return scheme !== undefined && !taken.has(scheme) && !ofOffice.test(scheme) && URL.canParse(address)
}
