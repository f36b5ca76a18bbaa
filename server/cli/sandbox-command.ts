import { shopOrigin, wholeNumber } from './arguments.ts'
import { asCommandError, CommandError, type Arguments, type Command, type Tools } from './command.ts'
import { listenErrorOf } from './listening.ts'
import { onShutdown } from './shutdown.ts'

const PORT_RULE = '--port must be a port from 1 to 65531, the first of five in a row, or 0 for any free ones.'

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'runs a simulated gateway, issuer, access server, console and wallets',
  options: {
    port: {
      value: 'N',
      standard: '8082',
      what: 'first of five ports in a row: gateway, issuer, access server, console, wallets; 0 takes free ones',
    },
    shop: {
      value: 'ORIGIN',
      what: "origin of your shop's pages, such as http://localhost:3000: they may open the wallets' sheets and read the console",
    },
    data: {
      value: 'FILE',
      what: 'remembers everything there: orders, stored cards, keys, challenges under way, callbacks still to be sent, switches, the clock',
    },
    merchants: {
      value: 'FILE',
      what: 'whom the gateway knows, what they may and what they must, see docs/sandbox/merchants.md',
    },
    profile: {
      value: 'NAME',
      standard: 'current',
      what: 'kind of gateway that it answers as, see docs/banks.md',
    },
    json: {
      what: 'prints one line of JSON when all is ready: every address, the credentials, the address of the test-card table',
    },
    quiet: { what: 'prints nothing else' },
  },
  run: runSandbox,
}

async function runSandbox(given: Arguments, { env, loadSandbox }: Tools): Promise<void> {
  const port = wholeNumber(given.text('port'), 0, 65_531, PORT_RULE)
  const shop = shopOrigin(given.text('shop'))
  const data = given.text('data')
  const { startSandbox, merchantsFile, profileNames } = await loadSandbox()
  const profile = profileIn(given.text('profile'), profileNames)
  const merchants = read(given.text('merchants'), merchantsFile)
  const opened = await startSandbox({
    port,
    ...(shop !== undefined && { shop }),
    ...(merchants && { merchants }),
    ...(profile && { profile }),
    ...(data !== undefined && { data, report: (sentence) => console.error(sentence) }),
  }).catch((error: unknown) => {
    throw listenErrorOf(error, REMEDY) ?? asCommandError(error)
  })
  const { systemClock } = await import('#ports/system.ts')
  // Before the print, since a process that reads the line may send the signal at once.
  onShutdown(() => opened.close(), { env, clock: systemClock, host: process })
  print(opened, given)
}

const REMEDY = 'Give --port N, the first of five free ports in a row, or --port 0 for any free ones.'

function print(
  { addresses, credentials, testCards }: Awaited<ReturnType<Awaited<ReturnType<Tools['loadSandbox']>>['startSandbox']>>,
  given: Arguments,
): void {
  if (given.has('json')) return console.log(JSON.stringify({ ...addresses, credentials, testCards }))
  if (given.has('quiet')) return
  console.error('A sandbox: nobody pays here, and its cards and credentials are known to everybody.')
  console.log(JSON.stringify({ addresses, credentials: credentials.gateway }, null, 2))
}

function profileIn<Name extends string>(text: string | undefined, names: readonly Name[]): Name | undefined {
  const name = names.find((one) => one === text)
  if (text !== undefined && !name) throw new CommandError(`--profile must be one of ${names.join(', ')}.`)
  return name
}

function read<Read>(path: string | undefined, reader: (path: string) => Read): Read | undefined {
  if (path === undefined) return undefined
  try {
    return reader(path)
  } catch (error) {
    return asCommandError(error)
  }
}
