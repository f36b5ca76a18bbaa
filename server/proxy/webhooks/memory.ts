/** Remembers the last `most` texts. */
export interface Memory {
  has(text: string): boolean
  add(text: string): void
}

export function memoryOf(most: number): Memory {
  const kept = new Set<string>()
  return {
    has: (text) => kept.has(text),
    add(text) {
      kept.add(text)
      if (kept.size > most) kept.delete(kept.values().next().value!)
    },
  }
}
