import { expect } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { restricted } from '#sandbox/issuer/requests/restricted.ts'
import type { WrongField } from '../../gateway/wrong-fields.ts'
import { withValue } from '../../gateway/wrong-fields.ts'
import { blocksApart, castOf, rightRequests, type Name } from '../right-requests.ts'
import type { Fixture } from '../fixture.ts'
import { wrongOf } from '../wrong-fields.ts'
import type { Rule } from './rule.ts'

const sandboxApi = restricted(issuingApi)
const names = Object.keys(rightRequests) as Name[]
const sectionOf = (name: Name): string => issuingApi[name].source.split(',')[0]!

const casts = new WeakMap<Fixture, ReturnType<typeof castOf>>()

/** The same data for all wrong requests: while they are refused, nothing of it changes. */
function castFor(fixture: Fixture): ReturnType<typeof castOf> {
  const cast = casts.get(fixture) ?? castOf(fixture)
  casts.set(fixture, cast)
  return cast
}

/** Blocks that 2.2 and 2.3 specify for all operations at once. */
const shared = new Map<unknown, string>([
  ['cardIdentification', '2.2'],
  ['sourceCardIdentification', '2.2'],
  ['destinationCardIdentification', '2.2'],
  ['cardAcceptorParameters', '2.3'],
])

/** Operations with encrypted fields, whose contents are checked beside the form: they have rules of their own. */
const secret: ReadonlySet<Name> = new Set(['setKey', 'changePin', 'getPin'])

const naming = (path: WrongField['path']): RegExp => new RegExp(`^${path.join('\\.')}(?:\\.\\d+)? (?:must|is) `)

const refuses = (name: Name, { path, how, value }: WrongField): Rule => [
  `${shared.get(path[0]) ?? sectionOf(name)} ${name} refuses ${path.join('.')} that is ${how}`,
  async (fixture) => {
    const [block] = path
    const right = {
      ...rightRequests[name](await castFor(fixture)),
      ...(String(block) in blocksApart && { [block!]: blocksApart[block!] }),
    }
    const before = fixture.remembered()
    expect(await fixture.send(name, withValue(right, path, value))).toEqual({
      status: 400,
      body: { responseCode: '30', message: expect.stringMatching(naming(path)) },
    })
    expect(fixture.remembered()).toBe(before)
  },
]

const doesAndRefusesUnknown = (name: Name): Rule => [
  `${sectionOf(name)} ${name} is done once every field is right, and refuses a field that it does not know`,
  async (fixture) => {
    const right = rightRequests[name](await castOf(fixture))
    const before = fixture.remembered()
    expect(await fixture.send(name, { ...right, nonsense: 'yes' })).toEqual({
      status: 400,
      body: { responseCode: '30', message: 'nonsense is not a known field' },
    })
    expect(fixture.remembered()).toBe(before)
    const { status, body } = await fixture.send(name, right)
    if (secret.has(name)) expect(body).not.toMatchObject({ responseCode: '30' })
    else expect([status, { responseCode: '00', ...(body as object) }]).toMatchObject([200, { responseCode: '00' }])
  },
]

/** Each operation by its right request. */
export const doneCases: readonly Rule[] = names.map(doesAndRefusesUnknown)

/** Rules of single fields, an operation and a field each, generated from the contract's table. */
export const fieldCases: readonly Rule[] = [
  ...names.flatMap((name) => wrongOf(sandboxApi[name].request).map((one) => refuses(name, one))),
  ...doneCases,
]
