import { parseEnv } from 'node:util'
import type { MerchantReading } from '#proxy/merchants/merchant-file.ts'
import { settle } from '#proxy/merchants/settle.ts'
import { CommandError, type Arguments, type Tools } from '../command.ts'
import { merchantsIn } from '../merchant/folder.ts'
import { fail, report, type Finding } from '../probe/finding.ts'
import { diagnose, enginesIn, pageIn, subjectOf } from './run-doctor.ts'

/** How many merchants are examined at once. */
const AT_ONCE = 8

/** Examines every merchant of a folder, or one; each finding begins with the merchant's name. */
export async function examineMerchants(folder: string, given: Arguments, { env, home }: Tools): Promise<void> {
  const [name] = given.operands
  const shop = pageIn(given.text('shop'))
  if (given.text('url') !== undefined) throw new CommandError('--url and --merchants exclude each other.')
  if (shop !== undefined && name === undefined)
    throw new CommandError('--shop with --merchants needs a merchant’s name.')
  const readings = await merchantsIn(folder, env)
  const chosen = name === undefined ? readings : readings.filter((one) => one.name === name)
  if (!chosen.length) throw new CommandError(`${folder} has no ${name === undefined ? 'merchant' : `${name}.env`}.`)
  const conflicts = settle(readings, new Map()).errors
  const left = [...chosen]
  const found = new Map<string, readonly Finding[]>()
  const examineNext = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) found.set(one.name, await findingsOf(one))
  }
  const findingsOf = async (one: MerchantReading): Promise<readonly Finding[]> => {
    const wrong = conflicts.filter((sentence) => sentence.startsWith(`${one.name}.env`))
    const { merchant } = one
    const findings = merchant
      ? await diagnose(
          subjectOf({ env: { ...env, ...parseEnv(merchant.text) }, url: undefined, shop, engines: enginesIn(home) }),
        )
      : []
    return [...wrong.map((sentence) => ({ check: 'file', ...fail(sentence, MEND) })), ...findings].map((finding) => ({
      ...finding,
      check: `${one.name}, ${finding.check}`,
    }))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, examineNext))
  report(
    chosen.flatMap((one) => found.get(one.name)!),
    given.has('json'),
    { merchants: chosen.length },
  )
}

const MEND = 'Until it is mended, the merchant keeps its last good settings, or is not served'
