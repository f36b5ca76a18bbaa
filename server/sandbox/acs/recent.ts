const KEPT = 5000

/** A map by text that forgets its oldest entry when it grows too large, since a sandbox may run for weeks. */
export class Recent<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    super.set(key, value)
    if (this.size > KEPT) this.delete(this.keys().next().value!)
    return this
  }
}
