/** Length-value: for each text the length of its UTF-8 bytes as four bytes, little-endian, then the bytes. */
export const lv = (...texts: readonly string[]): Buffer =>
  Buffer.concat(
    texts.flatMap((text) => {
      const value = Buffer.from(text, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32LE(value.length)
      return [length, value]
    }),
  )

/** The sender in every signed text. */
const SENDER = 'Google'

/** What a message's signature covers: the message as the raw text that was sent. */
export const messageInput = (recipientId: string, protocolVersion: string, signedMessage: string): Buffer =>
  lv(SENDER, recipientId, protocolVersion, signedMessage)

/** What an intermediate key's signatures cover: the key as the raw text that was sent. */
export const intermediateInput = (protocolVersion: string, signedKey: string): Buffer =>
  lv(SENDER, protocolVersion, signedKey)
