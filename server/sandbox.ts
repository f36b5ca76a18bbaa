/** The entry point for tests of shops: `tender-checkout/sandbox`. */
import { buildJournal } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { ProfileName } from '#gateway-client/profiles/profiles.ts'
import { openSandbox, type OpenSandbox } from '#sandbox/open-sandbox.ts'
import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import { fileStore } from '#sandbox/store/file-store.ts'

export { profileNames, type ProfileName } from '#gateway-client/profiles/profiles.ts'
export type { OpenSandbox } from '#sandbox/open-sandbox.ts'
export type { MerchantSettings } from '#sandbox/merchants/settings.ts'
export type { Scenario, ScenarioChange, Switches } from '#sandbox/scenario/fault-switches.ts'
export { merchantsFile } from '#sandbox/merchants/merchants-file.ts'

export interface SandboxOptions {
  /** First of five ports in a row; any free ones when absent or 0. */
  readonly port?: number
  /**
   * The gateway's merchants beside the one of `credentials`, which an entry with its login changes; {@link
   * merchantsFile} reads them.
   */
  readonly merchants?: readonly MerchantSettings[]
  /** The kind of gateway that it answers as; `current` when absent. */
  readonly profile?: ProfileName
  /** The file that all state is stored in; absent, it is lost when the process ends. */
  readonly data?: string
  /** Origins of the shops' pages, which may open the wallets' sheets and read the console; absent, no page may. */
  readonly shop?: string | readonly string[]
  /** Called with sentences about problems with the file. */
  readonly report?: (sentence: string) => void
}

export interface RunningSandbox extends OpenSandbox {
  /** Address of the table of test cards, as JSON. */
  readonly testCards: string
}

/**
 * Starts a gateway, an issuer, an access server, a console and wallets on this machine, without real payments. Throws
 * an error with a message where a setting breaks a rule or a port is taken, and in production.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'tender-checkout/sandbox'
 *
 * const sandbox = await startSandbox()
 * process.env.TENDER_GATEWAY_URL = sandbox.addresses.gateway
 * process.env.TENDER_GATEWAY_USERNAME = sandbox.credentials.gateway.userName
 * process.env.TENDER_GATEWAY_PASSWORD = sandbox.credentials.gateway.password
 * sandbox.switches.orders.set('A-17', { paymentAnswer: 'lost-after' })
 * sandbox.clock.forward(20 * 60_000)
 * await sandbox.close()
 * ```
 */
export async function startSandbox({
  port = 0,
  merchants,
  data,
  shop,
  profile,
  report,
}: SandboxOptions = {}): Promise<RunningSandbox> {
  const store = data === undefined ? undefined : fileStore(data, report)
  const system = { clock: systemClock, random: systemRandom, journal: buildJournal(systemClock) }
  const options = {
    ...system,
    fetch,
    ...(store && { store }),
    ...(merchants && { merchants }),
    ...(profile && { profile }),
  }
  const opened = await openSandbox(options, port, shop).catch((error: unknown) => {
    store?.close()
    throw error
  })
  return {
    ...opened,
    testCards: `${opened.addresses.console}/test-cards.json`,
    async close() {
      await opened.close()
      store?.close()
    },
  }
}
