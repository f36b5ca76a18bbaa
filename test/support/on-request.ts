/** A `fetch` of the Fetch standard. */
export type WebFetch = (input: string | Request, init?: RequestInit) => Promise<Response>

/** A fetch whose requests `answer` gets, each as a `Request`. */
export const onRequest =
  (answer: (request: Request) => Promise<Response>): WebFetch =>
  async (input, init) =>
    answer(new Request(input, init))
