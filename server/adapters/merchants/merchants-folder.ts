import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#proxy/config/config.ts'
import { merchantNameOf, readMerchant, type MerchantReading } from '#proxy/merchants/merchant-file.ts'

/** The files of the merchants, as they are now. */
export interface MerchantsFolder {
  /** Reads every file; rejects where the folder cannot be read. */
  read(): Promise<readonly MerchantReading[]>
  /** What changes when a file is written, added or removed. */
  signature(): Promise<string>
}

/** The folder of `--merchants`: a file `<name>.env` for each merchant. Other files there are left alone. */
export function merchantsFolder(folder: string, env: Environment): MerchantsFolder {
  const files = async (): Promise<readonly (readonly [name: string, path: string])[]> =>
    (await readdir(folder)).toSorted().flatMap((file) => {
      const name = merchantNameOf(file)
      return name === undefined ? [] : [[name, join(folder, file)] as const]
    })
  /** Readings by the text that they are of, since most files stay the same. */
  let known = new Map<string, { readonly text: string; readonly reading: MerchantReading }>()
  const read = async (name: string, path: string): Promise<MerchantReading> => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error)
    if (typeof text !== 'string') return { name, errors: [`${name}.env cannot be read (${text.code}).`] }
    const last = known.get(name)
    return last?.text === text ? last.reading : readMerchant(name, text.replace(/^\uFEFF/, ''), env)
  }
  return {
    async read() {
      const next: typeof known = new Map()
      const readings: MerchantReading[] = []
      for (const [name, path] of await files()) {
        const reading = await read(name, path)
        readings.push(reading)
        if (reading.merchant) next.set(name, { text: reading.merchant.text, reading })
      }
      known = next
      return readings
    },
    async signature() {
      const states: string[] = []
      // One after the other: a thousand at once would keep the event loop from requests for 20 ms.
      for (const [name, path] of await files()) {
        // A link's target may be another file of the same age, as in a volume of Kubernetes.
        const { mtimeMs, size, ino } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }))
        states.push(`${name} ${mtimeMs} ${size} ${ino}`)
      }
      return states.join('\n')
    },
  }
}
