import { createHash } from 'node:crypto'
import { PARTS, readWork } from '#contract/proof-of-work/work.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Challenge, Suspect } from './challenge.ts'
import { networkOf } from './address.ts'
import { WINDOW } from '../config/limits.ts'
import { buildFingerprints } from './fingerprints.ts'

/** Zero bits of each part's hash: about half a million hashes in all, one to three seconds on a phone. */
const EASIEST = 16

/** Proofs of one network in the window after which the work gets twice as hard, and after which none is offered. */
const STEP = 5
const MAX_PROOFS = 15

/** Milliseconds for which the proof of a work is accepted. */
const PROOF_LIFETIME = 120_000

type ProofOfWorkOptions = Pick<ProxyContext, 'signer' | 'clock' | 'random' | 'counters'> & {
  readonly config: Pick<ProxyContext['config'], 'signingSecret'>
}

/** A challenge without a third party: the shopper's browser has to compute for each try. Keeps no session. */
export function buildProofOfWork(
  { signer, clock, random, counters, config }: ProofOfWorkOptions,
  easiest = EASIEST,
): Challenge {
  const fingerprints = buildFingerprints(config.signingSecret)
  const networkFor = ({ ip }: Suspect): string => fingerprints.of('network', networkOf(ip))

  function isProof(proof: string, suspect: Suspect): boolean {
    const at = proof.lastIndexOf('.')
    const [work, numbers] = [proof.slice(0, at), proof.slice(at + 1).split('-')]
    const read = readWork(work)
    if (!read || numbers.length !== PARTS || !numbers.every((number) => /^\d{1,9}$/.test(number))) return false
    const [order, network, bits, until] = signer.open('work', read.signed) ?? []
    if (order !== suspect.orderNumber || network !== networkFor(suspect) || bits !== read.bits) return false
    if (typeof until !== 'number' || until < clock.now()) return false
    const seed = seedOf(work)
    return numbers.every((number, part) => firstWordOf(`${seed}${part}.${number}`) >>> (32 - read.bits) === 0)
  }

  const challenge = async (suspect: Suspect): Promise<boolean> => {
    const { proof } = suspect
    if (proof === undefined || !isProof(proof, suspect)) return false
    const work = proof.slice(0, proof.lastIndexOf('.'))
    if ((await counters.add(`proofs of ${fingerprints.of('work', work)}`, random.uuid(), 2 * PROOF_LIFETIME)) > 1)
      return false
    return (await counters.add(proofsFrom(networkFor(suspect)), random.uuid(), WINDOW)) <= MAX_PROOFS
  }
  const workFor = async (suspect: Suspect): Promise<string | undefined> => {
    const network = networkFor(suspect)
    const count = await counters.count(proofsFrom(network))
    if (count >= MAX_PROOFS) return undefined
    const bits = easiest + Math.floor(count / STEP)
    return `${bits}.${signer.sign('work', [suspect.orderNumber, network, bits, clock.now() + PROOF_LIFETIME, random.uuid()])}`
  }
  return Object.assign(challenge, { workFor })
}

const proofsFrom = (network: string): string => `proofs from ${network}`

/** Common prefix of all hashed texts of a work; short, so that each text fits into one block of SHA-256. */
const seedOf = (work: string): string => createHash('sha256').update(work).digest('hex').slice(0, 32)

const firstWordOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)
