import { put, type Path } from './schema-form.ts'

/** The request in the form, generated from known data until the user edits it. */
export interface SheetDraft {
  readonly value: unknown
  /** Generates it again and discards what was typed. */
  renew(): void
  /** Generates it again unless something was typed. */
  refresh(): void
  set(path: Path, value: unknown): void
}

export function buildSheetDraft(make: () => unknown): SheetDraft {
  let value: unknown = {}
  let isTouched = false
  return {
    get value() {
      return value
    },
    renew() {
      value = make()
      isTouched = false
    },
    refresh() {
      if (!isTouched) value = make()
    },
    set(path, typed) {
      value = put(value, path, typed)
      isTouched = true
    },
  }
}
