import type { DocumentFacts, Fact, Need, OperationFacts } from './facts.ts'
import { isGateway, type Side, type Stated } from './stated.ts'

/** Where lengths and types stand that a bare name leaves out: `Field lengths are given per field` (online gateway 8). */
const sharedBlocks = /^(?:2\.1|2\.2|2\.4 (?:Authentication parameters|billingAndShippingAddressMatchIndicator)|4)$/

/** Wallet requests with a token that the gateway opens take fewer values of tii (online gateway 2.3). */
const isSealedWallet = /\/wallet\w\/payment\.do$/

/** Adds what another place states of a field that is only named here. */
export function completer(facts: DocumentFacts): (row: Stated, side: Side, operation: string) => Stated {
  const { operations, shapes } = facts
  const shared = shapes
    .filter(({ shape }) => !isGateway(facts) || sharedBlocks.test(shape))
    .flatMap(({ fields }) => fields)
  const all = [...shared, ...operations.flatMap((one) => [...one.request, ...one.response])]
  const initiators = (operation: string) =>
    shapes
      .find(({ shape }) => shape === '2.3')
      ?.fields.find(({ name, place }) => name === 'tii' && place === (isSealedWallet.test(operation) ? 'wallet' : ''))
  return (row, side, operation) => {
    const like = row.like ? likeOf(operations, row.like, side, operation) : []
    const same = [...like, ...all].filter(({ name }) => name === row.name)
    const isOpen = row.type === undefined && !row.holds && !row.hasMembers && !row.list
    const types = new Set(same.flatMap(({ type }) => type ?? []))
    const type = isOpen && types.size === 1 ? [...types][0] : row.type
    const sized = isGateway(facts) ? same.find((one) => one.length !== undefined && one.type === type) : undefined
    const length = row.length ?? sized?.length
    const need = needOf(row, like)
    const values =
      row.values ??
      (row.name === 'tii' ? initiators(operation) : like.find(({ name, values }) => name === row.name && values))
        ?.values
    return {
      ...row,
      ...(type && { type }),
      ...(length && { length }),
      ...(need && { need }),
      ...(values && { values }),
    }
  }
}

function needOf(row: Stated, like: readonly Fact[]): Need | undefined {
  const isCode = row.name === 'responseCode' && row.place === ''
  const stated = row.like === 'above' ? undefined : like.find(({ name, need }) => name === row.name && need)?.need
  return row.need ?? stated ?? (isCode ? 'mandatory' : undefined)
}

/** The fields that `like` refers to: another operation's, or those of all before, the nearest first. */
function likeOf(operations: readonly OperationFacts[], like: string, side: Side, own: string): readonly Fact[] {
  const before = operations.slice(
    0,
    operations.findIndex(({ operation }) => operation === own),
  )
  const named = operations.filter(({ operation }) => operation === like || operation.endsWith(`/${like}.do`))
  return (like === 'above' ? before.toReversed() : named).flatMap((one) => one[side])
}
