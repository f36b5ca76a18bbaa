import type { CDPSession, Frame, Page } from 'playwright'

interface Value {
  readonly value?: unknown
}

/** A node as the protocol has it; https://chromedevtools.github.io/devtools-protocol/tot/Accessibility */
export interface AXNode {
  readonly nodeId: string
  readonly parentId?: string
  readonly childIds?: readonly string[]
  readonly ignored: boolean
  readonly backendDOMNodeId?: number
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly { readonly name: string; readonly value: Value }[]
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string }
  readonly childFrames?: readonly FrameTree[]
}

export const textOf = (value: Value | undefined): string => String(value?.value ?? '').trim()

export const roleOf = ({ role }: AXNode): string => textOf(role)

export const propertyOf = ({ properties = [] }: AXNode, name: string): unknown =>
  properties.find((property) => property.name === name)?.value.value

/** The accessibility trees of a page and of the frames in it, each in its own process or its parent's. */
export class AccessibilityTrees {
  readonly #page: Page
  readonly #sessions = new Map<Frame, CDPSession>()

  constructor(page: Page) {
    this.#page = page
  }

  /** All nodes of a frame's document, as Chromium gives them to assistive technology. */
  async of(frame: Frame): Promise<readonly AXNode[]> {
    const session = await this.#sessionOf(frame)
    await session.send('Accessibility.enable')
    const frameId = await this.#idOf(frame)
    const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId })
    return nodes as unknown as readonly AXNode[]
  }

  /** The nodes from the page's root to the one with the focus, through the frames. */
  async focusPath(): Promise<readonly AXNode[]> {
    const path: AXNode[] = []
    let frame: Frame | undefined = this.#page.mainFrame()
    while (frame) {
      const nodes = await this.of(frame)
      const child: Frame | undefined = await focusedChild(frame)
      const focused = child ? await this.#ownerOf(child, nodes) : focusedIn(nodes)
      if (focused) path.push(...ancestorsOf(focused, nodes), focused)
      frame = child
    }
    return path
  }

  /** The node of the element that a frame is in. */
  async #ownerOf(frame: Frame, nodes: readonly AXNode[]): Promise<AXNode | undefined> {
    const session = await this.#sessionOf(frame.parentFrame()!)
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId: await this.#idOf(frame) })
    return nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === backendNodeId)
  }

  async #idOf(frame: Frame): Promise<string> {
    const { frameTree } = await (await this.#sessionOf(frame)).send('Page.getFrameTree')
    const found = flat(frameTree).find(({ url }) => url === frame.url().split('#')[0])
    if (!found) throw new Error(`There is no frame with the address ${frame.url()}.`)
    return found.id
  }

  /** A frame in a process of its own has its own session. */
  async #sessionOf(frame: Frame): Promise<CDPSession> {
    const known = this.#sessions.get(frame)
    if (known) return known
    const session = await this.#page
      .context()
      .newCDPSession(frame)
      .catch(() => this.#sessionOf(frame.parentFrame()!))
    this.#sessions.set(frame, session)
    return session
  }
}

const focusedIn = (nodes: readonly AXNode[]): AXNode | undefined =>
  nodes.findLast((node) => propertyOf(node, 'focused') === true)

const flat = ({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] => [frame, ...childFrames.flatMap(flat)]

function ancestorsOf({ parentId }: AXNode, nodes: readonly AXNode[]): AXNode[] {
  const parent = nodes.find(({ nodeId }) => nodeId === parentId)
  return parent ? [...ancestorsOf(parent, nodes), parent] : []
}

/** The frame in which the focus is, of those in a frame's document. */
async function focusedChild(frame: Frame): Promise<Frame | undefined> {
  for (const child of frame.childFrames()) {
    const element = await child.frameElement()
    const isFocused = await element.evaluate((it) => (it.getRootNode() as Document).activeElement === it)
    if (isFocused) return child
  }
  return undefined
}
