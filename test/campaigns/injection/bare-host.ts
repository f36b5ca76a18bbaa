/** A page that connects to the card frame without the element, as a hostile page could. */
interface Host extends Window {
  port?: MessagePort
}

/** Runs on the page: opens the card document in a frame, completes the handshake, and opens an order. */
export function openFrame({ proxy, order }: { proxy: string; order: string }): Promise<void> {
  const frame = document.createElement('iframe')
  frame.src = `${proxy}/card`
  frame.style.cssText = 'width:400px;height:900px;border:0'
  document.body.append(frame)
  return new Promise((resolve) => {
    addEventListener('message', ({ data, source }) => {
      const hello = data as { tender?: string; nonce?: string }
      if (source !== frame.contentWindow || hello.tender !== 'tender:hello') return
      const { port1, port2 } = new MessageChannel()
      ;(window as Host).port = port1
      frame.contentWindow!.postMessage({ tender: 'tender:port', nonce: hello.nonce }, proxy, [port2])
      port1.start()
      const opening = { ticket: order, locale: 'en', appearance: { scheme: 'light' } }
      port1.postMessage({ id: 'open', type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: opening }] })
      resolve()
    })
  })
}

/** Runs on the page: sends an appearance and returns the frame's error; empty when the frame accepts it. */
export function restyle(appearance: object): Promise<string> {
  const { port } = window as Host
  const id = Math.random().toString()
  return new Promise((resolve) => {
    const onMessage = ({ data }: MessageEvent<{ id?: string; value?: { value?: { message?: string } } }>): void => {
      if (data.id !== id) return
      port!.removeEventListener('message', onMessage)
      resolve(data.value?.value?.message ?? '')
    }
    port!.addEventListener('message', onMessage)
    const argumentList = [{ type: 'RAW', value: { locale: 'en', appearance } }]
    port!.postMessage({ id, type: 'APPLY', path: ['restyle'], argumentList }, [])
  })
}
