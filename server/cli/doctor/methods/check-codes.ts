import { codeMethods as labels } from '#contract/methods/methods.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { codeMethods } from '#proxy/methods/codes.ts'
import { checkingGateway } from '#proxy/gateway/open-gateway.ts'
import { transportTo } from '#proxy/transports.ts'
import { fail, ok, warn, type Result } from '../../probe/finding.ts'
import type { Subject } from '../subject.ts'

/** A code and an order that no gateway has: asked about them, it says whether it would answer about others. */
const nothing = { id: 'no-such-code', orderId: 'no-such-order' } as const

/** Where a method by a code is switched on: whether the bank permits it to the API user. Nothing is paid. */
export async function checkCodes({ config, clock, ca }: Subject): Promise<readonly Result[]> {
  if (!config?.codeMethods.length) return []
  const fetch = transportTo('gateway', config, ca)
  const gateway = checkingGateway(config.gateway, { clock, fetch })
  try {
    return await Promise.all(
      config.codeMethods.map(async (name): Promise<Result> => {
        const { label } = labels[name]
        const result = await codeMethods[name].ask(gateway, nothing)
        if (isRefusedAs(result, 'accessDenied'))
          return fail(`the API user may not pay by ${label}`, 'Ask the bank for the permission, or switch it off')
        if (result.kind === 'refused' && !result.error) return ok(`the API user may pay by ${label}`)
        return warn(
          `the gateway does not say whether the API user may pay by ${label}`,
          'Ask the bank whether it has enabled it',
        )
      }),
    )
  } finally {
    await fetch.close()
  }
}
